/** The app shell: stored whole at install, and given for every address of the app. */
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

export function keepShell(entries: (string | PrecacheEntry)[]): void {
  addPlugins([
    {
      // Refused, the new version is not installed, and the one there is stays.
      cacheWillUpdate: async ({ request, response }) =>
        isPartOfApp(new URL(request.url).pathname, response) ? response : null,
    },
  ]);
  precacheAndRoute(entries);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NOT_THE_APP }));
}
