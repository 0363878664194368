/** The app shell: precached at install, and the response to every navigation of the app. */
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { READER_FILES, READERS_CACHE } from "#shared/rules/offline-db.ts";
import { CHECK_PRECACHE } from "#shared/rules/worker-messages.ts";
import { isPartOfApp } from "./cacheable.ts";
import { NOT_THE_APP } from "./routes.ts";

export function precacheShell(scope: ServiceWorkerGlobalScope, entries: (string | PrecacheEntry)[]): void {
  const controller = new PrecacheController({
    plugins: [
      {
        // If a file is refused, the new version is not installed and the current one stays.
        cacheWillUpdate: async ({ request, response }) => (isPart(request.url, response) ? response : null),
      },
    ],
  });
  controller.precache(entries);
  registerRoute(new PrecacheRoute(controller));
  cleanupOutdatedCaches();
  serveWithoutWorker(scope, controller.strategy.cacheName);
  registerRoute(
    new NavigationRoute(controller.createHandlerBoundToURL("/index.html"), { denylist: NOT_THE_APP }),
  );
  scope.addEventListener("message", (event) => {
    const data: unknown = event.data;
    if (typeof data === "object" && data !== null && "type" in data && data.type === CHECK_PRECACHE)
      event.waitUntil(restoreMissing(scope, controller));
  });
}

/** Not in TypeScript's library yet. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: { cacheName: string } }) => Promise<void>;
}

/**
 * With static routing, browsers read the app's hashed files from the cache or the network without this
 * worker, which saves a tenth of the time to the first cards (decision 0051).
 */
function serveWithoutWorker(scope: ServiceWorkerGlobalScope, cacheName: string): void {
  scope.addEventListener("install", (event: InstallEvent) => {
    for (const [urlPattern, source] of [
      [`${READER_FILES}*`, READERS_CACHE],
      ["/assets/*", cacheName],
    ] as const) {
      const routed = event.addRoutes?.({ condition: { urlPattern }, source: { cacheName: source } });
      if (routed !== undefined) event.waitUntil(routed);
    }
  });
}

/** Restores deleted files: browsers may clear caches but keep the worker, and Workbox fills its cache at install only. */
async function restoreMissing(
  { registration }: ServiceWorkerGlobalScope,
  controller: PrecacheController,
): Promise<void> {
  const cache = await caches.open(controller.strategy.cacheName);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...controller.getURLsToCacheKeys()].filter(([, key]) => !stored.has(key));
  if (missing.length === 0) return;
  try {
    // Files of another version would not match; that version precaches its own.
    await registration.update();
    if (registration.installing !== null || registration.waiting !== null) return;
    for (const [url, key] of missing) {
      const response = await fetch(url, { cache: "reload", credentials: "same-origin" });
      if (!isPart(url, response)) return;
      await cache.put(key, response);
    }
  } catch (error) {
    console.warn("The app could not be stored for offline use.", error); // the next visit retries
  }
}

const isPart = (url: string, response: Response) => isPartOfApp(new URL(url).pathname, response);
