/** Serves files that guests have saved, to the page of a link only, where the server does not send them. */
import { registerRoute } from "workbox-routing";
import { openGuestCopies } from "#shared/rules/guest-copies.ts";
import { rangeOf, type Wanted, wantedFile } from "./file-response.ts";
import { isOfGuest } from "./routes.ts";

/** Register before routes for other pages. Also deletes copies whose link has ended, at each start of the worker. */
export function serveGuestCopies({ location: { origin }, caches }: ServiceWorkerGlobalScope): void {
  void openGuestCopies(caches, Date.now()).catch(() => undefined); // refused where storage is blocked
  registerRoute(
    ({ url, request: { method, referrer } }) =>
      url.origin === origin && isOfGuest({ referrer, origin }) && wantedFile(url, method) !== undefined,
    async ({ url, request }) => {
      const response = await fetch(request).catch(() => undefined);
      if (response !== undefined && response.status < 400) return response;
      const wanted = wantedFile(url, request.method);
      const copy = wanted === undefined ? undefined : await savedFile(caches, url, wanted);
      return copy === undefined ? (response ?? Response.error()) : partOf(copy, request);
    },
  );
}

/** The file, or for a preview its thumbnail or else the file. */
async function savedFile(caches: CacheStorage, url: URL, { as }: Wanted): Promise<Response | undefined> {
  const file = url.pathname.replace(/^\/thumbnail/, "");
  const paths = as === "preview" ? [url.pathname, file] : [file];
  for (const name of await openGuestCopies(caches, Date.now()).catch(() => []))
    for (const path of paths) {
      const found = await caches.match(path, { cacheName: name, ignoreVary: true });
      if (found !== undefined) return found;
    }
  return undefined;
}

/** The whole response, or the range that the request asks for. */
async function partOf(response: Response, request: Request): Promise<Response> {
  const header = request.headers.get("range");
  if (header === null) return response;
  const bytes = await response.blob();
  const range = rangeOf(header, bytes.size);
  if (range === undefined) return new Response(bytes, { headers: response.headers });
  if (range === "none")
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${bytes.size}` } });
  const { start, end } = range;
  const headers = new Headers(response.headers);
  headers.set("content-range", `bytes ${start}-${end}/${bytes.size}`);
  headers.set("content-length", String(end - start + 1));
  return new Response(bytes.slice(start, end + 1), { status: 206, headers });
}
