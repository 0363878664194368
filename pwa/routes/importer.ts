import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./importer.lazy.tsx");
const getParentRoute = () => rootRoute;

export const importerRoutes = [
  createRoute({ getParentRoute, path: "/importer" }).lazy(async () => (await load()).importer),
  createRoute({ getParentRoute, path: "/importer/status/$import" }).lazy(async () => (await load()).status),
  createRoute({ getParentRoute, path: "/account/keys" }).lazy(async () => (await load()).keys),
  createRoute({
    getParentRoute,
    path: "/account/administrator/imports",
    validateSearch: textSearch("o", "state", "service"),
  }).lazy(async () => (await load()).imports),
] as const;
