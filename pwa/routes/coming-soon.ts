/** Addresses whose screens come in a later version; each says so. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const page = () => import("./coming-soon.lazy.tsx");

const accountRoute = createRoute({ getParentRoute: () => rootRoute, path: "/account" }).lazy(() =>
  page().then((file) => file.lazyAccount),
);
/** Favorites, keys, notifications and the rest. */
const accountPartsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/account/$" }).lazy(() =>
  page().then((file) => file.lazyAccountPart),
);
const authenticationRoute = createRoute({ getParentRoute: () => rootRoute, path: "/authentication/$" }).lazy(
  () => page().then((file) => file.lazyAuthentication),
);
const favoritesRoute = createRoute({ getParentRoute: () => rootRoute, path: "/favorites" }).lazy(() =>
  page().then((file) => file.lazyFavorites),
);
const importerRoute = createRoute({ getParentRoute: () => rootRoute, path: "/importer" }).lazy(() =>
  page().then((file) => file.lazyImporter),
);
const uploadRoute = createRoute({ getParentRoute: () => rootRoute, path: "/posts/upload" }).lazy(() =>
  page().then((file) => file.lazyUpload),
);

export const comingSoonRoutes = [
  accountRoute,
  accountPartsRoute,
  authenticationRoute,
  favoritesRoute,
  importerRoute,
  uploadRoute,
] as const;
