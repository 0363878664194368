import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./static-pages.lazy.tsx");
const getParentRoute = () => rootRoute;

export const staticPageRoutes = [
  createRoute({ getParentRoute, path: "/2257" }).lazy(async () => (await load()).records),
  createRoute({ getParentRoute, path: "/contact" }).lazy(async () => (await load()).contact),
  createRoute({ getParentRoute, path: "/dmca" }).lazy(async () => (await load()).takedownNotices),
  createRoute({ getParentRoute, path: "/dmca/status" }).lazy(async () => (await load()).takedownStatus),
  createRoute({ getParentRoute, path: "/gumroad-and-co" }).lazy(async () => (await load()).lockedArchives),
  createRoute({ getParentRoute, path: "/matrix" }).lazy(async () => (await load()).chat),
  createRoute({ getParentRoute, path: "/importer/tutorial" }).lazy(async () => (await load()).keys),
  createRoute({ getParentRoute, path: "/importer/tutorial_fanbox" }).lazy(
    async () => (await load()).fanboxKey,
  ),
] as const;
