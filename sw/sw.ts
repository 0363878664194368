/** The service worker: connects the modules beside it to Workbox. */
import type { PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { wantedFile } from "./file-response.ts";
import { cachedImage } from "./image-cache.ts";
import { precacheShell } from "./precache.ts";
import { receivePushes } from "./push.ts";
import { sendInBackground } from "./queue.ts";
import { isCachedImage } from "./routes.ts";
import { receiveShares } from "./share-target.ts";
import { respondFromStorage } from "./stored-files.ts";
import { waitForActivation } from "./update.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

waitForActivation(self);
precacheShell(self, self.__WB_MANIFEST);
registerRoute(
  ({ url, request }) => wantedFile(url, request.method)?.as === "file",
  async ({ url, request }) => (await savedFile(url, request)) ?? fetch(request),
);
receiveShares(self);
sendInBackground(self);
receivePushes(self);
registerRoute(
  ({ url, request }) => isCachedImage({ url, origin: self.location.origin, method: request.method }),
  ({ event, request, url }) => cachedImage({ event, request }, () => savedFile(url, request)),
);

async function savedFile(url: URL, request: Request): Promise<Response | undefined> {
  const wanted = wantedFile(url, request.method);
  return wanted === undefined ? undefined : respondFromStorage(wanted, request);
}
