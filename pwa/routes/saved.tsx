import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { profileQuery } from "../features/browse/profile-api.ts";
import { toSavedSearch } from "../features/library/saved/search.ts";
import { postQuery } from "../features/post/api.ts";
import { rootRoute } from "./root.tsx";

const postScreenKeys = {
  post: (params: { service: string; id: string; post: string }) => postQuery(params).queryKey,
  profile: (params: { service: string; id: string }) => profileQuery(params).queryKey,
};

const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/saved",
  validateSearch: toSavedSearch,
}).lazy(async () => {
  const { readyLibrary, SavedPage } = await import("../features/library/saved/SavedPage.tsx");
  await readyLibrary();
  return createLazyRoute("/saved")({
    component: () => <SavedPage search={savedRoute.useSearch()} postScreenKeys={postScreenKeys} />,
  });
});

const storageRoute = createRoute({ getParentRoute: () => rootRoute, path: "/saved/storage" }).lazy(
  async () => {
    const { StoragePage } = await import("../features/library/saved/StoragePage.tsx");
    return createLazyRoute("/saved/storage")({ component: StoragePage });
  },
);

export const savedRoutes = [savedRoute, storageRoute] as const;
