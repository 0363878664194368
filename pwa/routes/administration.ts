import { createRoute, redirect } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./administration.lazy.tsx");
const getParentRoute = () => rootRoute;

export const administrationRoutes = [
  createRoute({
    getParentRoute,
    path: "/account/administrator/accounts",
    beforeLoad: () => {
      throw redirect({
        to: "/account/administrator/accounts/$page",
        params: { page: "1" },
        search: true,
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute,
    path: "/account/administrator/accounts/$page",
    validateSearch: textSearch("name", "role"),
  }).lazy(async () => (await load()).accounts),
  createRoute({ getParentRoute, path: "/account/administrator/account/$account" }).lazy(
    async () => (await load()).managedAccount,
  ),
  createRoute({
    getParentRoute,
    path: "/account/administrator/audit",
    validateSearch: textSearch("o"),
  }).lazy(async () => (await load()).audit),
  createRoute({
    getParentRoute,
    path: "/account/administrator/groups",
    validateSearch: textSearch("o"),
  }).lazy(async () => (await load()).groups),
  createRoute({
    getParentRoute,
    path: "/account/administrator/groups/$group",
    validateSearch: textSearch("o"),
  }).lazy(async () => (await load()).groupPreview),
  createRoute({
    getParentRoute,
    path: "/account/administrator/files",
    validateSearch: textSearch("o"),
  }).lazy(async () => (await load()).files),
  createRoute({
    getParentRoute,
    path: "/account/administrator/duplicates",
    validateSearch: textSearch("o", "service", "user"),
  }).lazy(async () => (await load()).duplicates),
  createRoute({ getParentRoute, path: "/account/administrator/start" }).lazy(
    async () => (await load()).start,
  ),
  createRoute({
    getParentRoute,
    path: "/account/administrator/takedowns",
    validateSearch: textSearch("o", "address"),
  }).lazy(async () => (await load()).takedowns),
] as const;
