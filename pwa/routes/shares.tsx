import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const sharesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/shares",
  validateSearch: toListSearch,
}).lazy(async () => {
  const { SharesPage } = await import("../features/shares/SharesPage.tsx");
  return createLazyRoute("/shares")({ component: () => <SharesPage search={sharesRoute.useSearch()} /> });
});
