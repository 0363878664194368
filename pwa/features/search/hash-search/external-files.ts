/** Files from outside the app: shared by another app, or opened with this one. */
import { SHARED_CACHE, SHARED_NAME } from "#shared/rules/share-target.ts";
import { cacheStorage } from "../../../lib/secure-context/apis.ts";

/** Launch handler API of Chromium, for installed apps. */
interface LaunchQueue {
  setConsumer: (consume: (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void) => void;
}

/** Takes shared files from the cache where the service worker stores them (sw/share-target.ts). */
export async function takeShared(): Promise<File[]> {
  const caches = cacheStorage();
  if (caches === undefined || !(await caches.has(SHARED_CACHE))) return [];
  const cache = await caches.open(SHARED_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer === undefined) continue;
    const name = decodeURIComponent(answer.headers.get(SHARED_NAME) ?? "");
    files.push(new File([await answer.blob()], name, { type: answer.headers.get("content-type") ?? "" }));
  }
  await caches.delete(SHARED_CACHE);
  return files;
}

/** Calls `take` with files that the app is opened with, including pending ones. */
export function onLaunchedFiles(take: (files: File[]) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) take(await Promise.all(files.map((file) => file.getFile())));
  });
}
