import { createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./shares.lazy.tsx");
const getParentRoute = () => rootRoute;

export const shareRoutes = [
  createRoute({ getParentRoute, path: "/shares", validateSearch: toListSearch }).lazy(
    async () => (await load()).shares,
  ),
  createRoute({ getParentRoute, path: "/share/{-$id}" }).lazy(async () => (await load()).share),
] as const;
