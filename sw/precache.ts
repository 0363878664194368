/** The app shell: stored whole at install, and given for every address of the app. */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NOT_THE_APP } from "./routes.ts";

export function keepShell(entries: (string | PrecacheEntry)[]): void {
  precacheAndRoute(entries);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NOT_THE_APP }));
}
