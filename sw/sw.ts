/** The service worker: wires the tables of its neighbours to Workbox, and holds nothing else. */
import { ExpirationPlugin } from "workbox-expiration";
import type { PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { isAnswer } from "./cacheable.ts";
import { wantedFile } from "./file-response.ts";
import { keepShell } from "./precache.ts";
import { sendInBackground } from "./queue.ts";
import { CACHE_RULES, type CacheRule } from "./routes.ts";
import { receiveShares } from "./share-target.ts";
import { answerStored } from "./stored-files.ts";
import { waitForVisitor } from "./update.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

waitForVisitor(self);
keepShell(self.__WB_MANIFEST);
registerRoute(
  ({ url, request }) => wantedFile(url, request.method)?.as === "file",
  async ({ url, request }) => (await storedAnswer(url, request)) ?? fetch(request),
);
receiveShares(self);
sendInBackground(self);
for (const rule of CACHE_RULES) {
  registerRoute(
    ({ url, request }) => rule.matches({ url, origin: self.location.origin, method: request.method }),
    strategyOf(rule),
  );
}

function strategyOf(rule: CacheRule): CacheFirst {
  const keepAtMost = new ExpirationPlugin({
    maxEntries: rule.maxEntries,
    maxAgeSeconds: rule.maxAgeSeconds,
    purgeOnQuotaError: true,
  });
  const onlyGood = {
    cacheWillUpdate: async ({ response }: { response: Response }) =>
      isAnswer(rule.holds, response) ? response : null,
  };
  /** Without a line and without a copy: the stored original stands in for its preview. */
  const orOriginal = {
    handlerDidError: ({ request }: { request: Request }) => storedAnswer(new URL(request.url), request),
  };
  return new CacheFirst({ cacheName: rule.cacheName, plugins: [onlyGood, keepAtMost, orOriginal] });
}

async function storedAnswer(url: URL, request: Request): Promise<Response | undefined> {
  const wanted = wantedFile(url, request.method);
  return wanted === undefined ? undefined : answerStored(wanted, request);
}
