/** Web Share Target: stores shared files and texts for the app, without sending them. */
import { registerRoute } from "workbox-routing";
import {
  SHARE_TARGET,
  SHARED_CACHE,
  SHARED_FILES,
  SHARED_NAME,
  SHARED_PAGE,
} from "#shared/rules/share-target.ts";

export function receiveShares(scope: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_TARGET,
    async ({ request }) => {
      const address = await receive(await request.formData());
      return Response.redirect(new URL(address, scope.location.origin).href, 303);
    },
    "POST",
  );
}

/** @returns URL of the screen that handles the share */
async function receive(form: FormData): Promise<string> {
  const files = form.getAll(SHARED_FILES).filter((one) => one instanceof File && one.size > 0) as File[];
  if (files.length > 0) {
    await storeFiles(files);
    return "/search_hash?shared=1";
  }
  const words = new URLSearchParams();
  for (const name of ["url", "text", "title"]) {
    const value = form.get(name);
    if (typeof value === "string" && value !== "") words.set(name, value);
  }
  return `${SHARED_PAGE}?${words}`;
}

async function storeFiles(files: File[]): Promise<void> {
  await caches.delete(SHARED_CACHE); // an earlier share that was never opened
  const cache = await caches.open(SHARED_CACHE);
  for (const [index, file] of files.entries()) {
    const headers = { "content-type": file.type, [SHARED_NAME]: encodeURIComponent(file.name) };
    await cache.put(`${SHARE_TARGET}/${index}`, new Response(file, { headers }));
  }
}
