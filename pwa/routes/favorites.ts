import { createRoute, redirect } from "@tanstack/react-router";
import { toFavoriteSearch } from "../features/favorites/search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./favorites.lazy.tsx");
const getParentRoute = () => rootRoute;

const beforeLoad = () => {
  throw redirect({ to: "/account/favorites/artists", replace: true });
};

export const favoritesRoutes = [
  createRoute({ getParentRoute, path: "/favorites", beforeLoad }),
  createRoute({ getParentRoute, path: "/account/favorites", beforeLoad }),
  createRoute({
    getParentRoute,
    path: "/account/favorites/artists",
    validateSearch: (raw: Record<string, unknown>) => toFavoriteSearch("creator", raw),
  }).lazy(async () => (await load()).creators),
  createRoute({
    getParentRoute,
    path: "/account/favorites/posts",
    validateSearch: (raw: Record<string, unknown>) => toFavoriteSearch("post", raw),
  }).lazy(async () => (await load()).posts),
  createRoute({ getParentRoute, path: "/account/favorites/new" }).lazy(async () => (await load()).catchUp),
  createRoute({ getParentRoute, path: "/account/favorites/export" }).lazy(
    async () => (await load()).transfer,
  ),
] as const;
