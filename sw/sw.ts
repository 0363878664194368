/** The service worker: connects the modules beside it to Workbox. */
import { ExpirationPlugin } from "workbox-expiration";
import type { PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, CacheOnly, type StrategyOptions } from "workbox-strategies";
import { PRIVATE_CACHE, READER_FILES, READERS_CACHE } from "#shared/rules/offline-db.ts";
import { serveArchiveEntries } from "./archive-entries.ts";
import { isCacheableResponse } from "./cacheable.ts";
import { followDeviceKey } from "./device-ciphers.ts";
import { encryptCached } from "./encrypted-cache.ts";
import { wantedFile } from "./file-response.ts";
import { serveGuestCopies } from "./guest-copies.ts";
import { precacheShell } from "./precache.ts";
import { receivePushes } from "./push.ts";
import { sendInBackground } from "./queue.ts";
import { CACHE_RULES, type CacheRule } from "./routes.ts";
import { receiveShares } from "./share-target.ts";
import { respondFromStorage } from "./stored-files.ts";
import { waitForActivation } from "./update.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

waitForActivation(self);
followDeviceKey();
precacheShell(self, self.__WB_MANIFEST);
serveGuestCopies(self);
registerRoute(
  ({ url, request }) => wantedFile(url, request.method)?.as === "file",
  async ({ url, request }) => (await savedFile(url, request)) ?? fetch(request),
);
serveArchiveEntries(self);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(READER_FILES),
  async ({ request }) => (await caches.match(request, { cacheName: READERS_CACHE })) ?? fetch(request),
);
receiveShares(self);
sendInBackground(self);
receivePushes(self);
for (const rule of CACHE_RULES) {
  registerRoute(
    ({ url, request: { method, referrer } }) =>
      rule.matches({ url, origin: self.location.origin, method, referrer }),
    strategyOf(rule),
  );
}

function strategyOf(rule: CacheRule): CacheFirst {
  const expiration = new ExpirationPlugin({
    maxEntries: rule.maxEntries,
    maxAgeSeconds: rule.maxAgeSeconds,
    purgeOnQuotaError: true,
  });
  const validResponses = {
    cacheWillUpdate: async ({ response }: { response: Response }) =>
      isCacheableResponse(rule.holds, response) && !(await caches.has(PRIVATE_CACHE)) ? response : null,
  };
  /** Offline and not cached: the same image at another width, or the saved original, replaces it. */
  const anyWidth = new CacheOnly({
    cacheName: rule.cacheName,
    matchOptions: { ignoreSearch: true },
    plugins: [encryptCached],
  });
  const replacement: StrategyOptions["plugins"] = [
    {
      handlerDidError: async ({ request, event }) =>
        (await anyWidth.handle({ request, event }).catch(() => undefined)) ??
        (await savedFile(new URL(request.url), request)),
    },
  ];
  return new CacheFirst({
    cacheName: rule.cacheName,
    plugins: [validResponses, encryptCached, expiration, ...replacement],
  });
}

async function savedFile(url: URL, request: Request): Promise<Response | undefined> {
  const wanted = wantedFile(url, request.method);
  return wanted === undefined ? undefined : respondFromStorage(wanted, request);
}
