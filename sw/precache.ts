/** The app shell: precached at install, and the response to every navigation of the app. */
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { isPartOfApp } from "./cacheable.ts";
import { NOT_THE_APP } from "./routes.ts";

export function precacheShell(entries: (string | PrecacheEntry)[]): void {
  addPlugins([
    {
      // Where a file is refused, the new version is not installed and the present one stays.
      cacheWillUpdate: async ({ request, response }) =>
        isPartOfApp(new URL(request.url).pathname, response) ? response : null,
    },
  ]);
  precacheAndRoute(entries);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NOT_THE_APP }));
}
