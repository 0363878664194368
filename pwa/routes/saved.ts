import { createRoute } from "@tanstack/react-router";
import { toSavedSearch } from "../features/saved/public.ts";
import { rootRoute } from "./root.tsx";

const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/saved",
  validateSearch: toSavedSearch,
}).lazy(async () => {
  const { lazySaved, readyLibrary } = await import("./saved.lazy.tsx");
  await readyLibrary();
  return lazySaved;
});

const storageRoute = createRoute({ getParentRoute: () => rootRoute, path: "/saved/storage" }).lazy(() =>
  import("./storage.lazy.tsx").then((file) => file.lazyStorage),
);

export const savedRoutes = [savedRoute, storageRoute] as const;
