import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./downloads.lazy.tsx");
const getParentRoute = () => rootRoute;

export const downloadsRoutes = [
  createRoute({ getParentRoute, path: "/account/administrator/downloads" }).lazy(
    async () => (await load()).downloads,
  ),
  createRoute({ getParentRoute, path: "/account/administrator/downloads/$download" }).lazy(
    async () => (await load()).download,
  ),
  createRoute({
    getParentRoute,
    path: "/account/administrator/missing",
    validateSearch: textSearch("service", "source", "o"),
  }).lazy(async () => (await load()).missing),
] as const;
