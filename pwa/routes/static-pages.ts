/** Notices and instructions: text alone, one chunk for all of them. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const pages = () => import("./static-pages.lazy.tsx");

const recordsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/2257" }).lazy(() =>
  pages().then((file) => file.lazyRecords),
);
const contactRoute = createRoute({ getParentRoute: () => rootRoute, path: "/contact" }).lazy(() =>
  pages().then((file) => file.lazyContact),
);
const takedownsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/dmca" }).lazy(() =>
  pages().then((file) => file.lazyTakedowns),
);
const lockedArchivesRoute = createRoute({ getParentRoute: () => rootRoute, path: "/gumroad-and-co" }).lazy(
  () => pages().then((file) => file.lazyLockedArchives),
);
const chatNoticeRoute = createRoute({ getParentRoute: () => rootRoute, path: "/matrix" }).lazy(() =>
  pages().then((file) => file.lazyChat),
);
const keysRoute = createRoute({ getParentRoute: () => rootRoute, path: "/importer/tutorial" }).lazy(() =>
  pages().then((file) => file.lazyKeys),
);
const fanboxKeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/importer/tutorial_fanbox",
}).lazy(() => pages().then((file) => file.lazyFanboxKey));

export const staticRoutes = [
  recordsRoute,
  contactRoute,
  takedownsRoute,
  lockedArchivesRoute,
  chatNoticeRoute,
  keysRoute,
  fanboxKeyRoute,
] as const;
