import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./static-pages.lazy.tsx");
const getParentRoute = () => rootRoute;
const staticData = { open: true } as const;

export const staticPageRoutes = [
  createRoute({ getParentRoute, path: "/2257", staticData }).lazy(async () => (await load()).records),
  createRoute({ getParentRoute, path: "/contact", staticData }).lazy(async () => (await load()).contact),
  createRoute({ getParentRoute, path: "/dmca", staticData }).lazy(async () => (await load()).takedownNotices),
  createRoute({ getParentRoute, path: "/dmca/status" }).lazy(async () => (await load()).takedownStatus),
  createRoute({ getParentRoute, path: "/gumroad-and-co", staticData }).lazy(
    async () => (await load()).lockedArchives,
  ),
  createRoute({ getParentRoute, path: "/matrix", staticData }).lazy(async () => (await load()).chat),
  createRoute({ getParentRoute, path: "/importer/tutorial", staticData }).lazy(
    async () => (await load()).keys,
  ),
  createRoute({ getParentRoute, path: "/importer/tutorial_fanbox", staticData }).lazy(
    async () => (await load()).fanboxKey,
  ),
] as const;
