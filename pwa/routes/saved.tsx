import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { toSavedSearch } from "../features/library/saved/public.ts";
import { rootRoute } from "./root.tsx";

const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/saved",
  validateSearch: toSavedSearch,
}).lazy(async () => {
  const { readyLibrary, SavedPage } = await import("../features/library/saved/SavedPage.tsx");
  await readyLibrary();
  return createLazyRoute("/saved")({ component: () => <SavedPage search={savedRoute.useSearch()} /> });
});

const storageRoute = createRoute({ getParentRoute: () => rootRoute, path: "/saved/storage" }).lazy(
  async () => {
    const { StoragePage } = await import("../features/library/saved/StoragePage.tsx");
    return createLazyRoute("/saved/storage")({ component: StoragePage });
  },
);

export const savedRoutes = [savedRoute, storageRoute] as const;
