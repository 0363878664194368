import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./moderation.lazy.tsx");
const getParentRoute = () => rootRoute;

export const moderationRoutes = [
  createRoute({
    getParentRoute,
    path: "/account/moderator/actions",
    validateSearch: textSearch("o", "address"),
  }).lazy(async () => (await load()).actions),
  createRoute({
    getParentRoute,
    path: "/account/moderator/flags",
    validateSearch: textSearch("state", "o"),
  }).lazy(async () => (await load()).flags),
  createRoute({ getParentRoute, path: "/account/moderator/flags/$flag" }).lazy(
    async () => (await load()).flag,
  ),
  createRoute({
    getParentRoute,
    path: "/account/moderator/takedown_requests",
    validateSearch: textSearch("state", "o"),
  }).lazy(async () => (await load()).takedownRequests),
  createRoute({ getParentRoute, path: "/account/moderator/tasks/creator_links" }).lazy(
    async () => (await load()).creatorLinks,
  ),
] as const;
