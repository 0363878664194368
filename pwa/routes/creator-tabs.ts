/** The tabs of a creator besides the posts; they fetch by themselves, so that their contracts stay out of the first load. */
import { createRoute } from "@tanstack/react-router";
import { one } from "../lib/list-search.ts";
import { creatorRoute } from "./creator.ts";

const lazy = () => import("./creator-tabs.lazy.tsx");
const getParentRoute = () => creatorRoute;

const fancardsRoute = createRoute({ getParentRoute, path: "/fancards" }).lazy(
  async () => (await lazy()).fancards,
);
const announcementsRoute = createRoute({ getParentRoute, path: "/announcements" }).lazy(
  async () => (await lazy()).announcements,
);
const tagsRoute = createRoute({ getParentRoute, path: "/tags" }).lazy(async () => (await lazy()).tags);
const dmsRoute = createRoute({ getParentRoute, path: "/dms" }).lazy(async () => (await lazy()).dms);
const sharesRoute = createRoute({
  getParentRoute,
  path: "/shares",
  validateSearch: (raw: Record<string, unknown>): { o?: string | undefined } =>
    one(raw["o"]) === undefined ? {} : { o: one(raw["o"]) },
}).lazy(async () => (await lazy()).shares);
const linksRoute = createRoute({ getParentRoute, path: "/links" }).lazy(async () => (await lazy()).links);
const newLinkRoute = createRoute({ getParentRoute, path: "/links/new" }).lazy(
  async () => (await lazy()).newLink,
);
const recommendedRoute = createRoute({ getParentRoute, path: "/recommended" }).lazy(
  async () => (await lazy()).recommended,
);

export const creatorTabRoutes = [
  fancardsRoute,
  announcementsRoute,
  tagsRoute,
  dmsRoute,
  sharesRoute,
  linksRoute,
  newLinkRoute,
  recommendedRoute,
] as const;
