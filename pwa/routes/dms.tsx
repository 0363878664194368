import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const dmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dms",
  validateSearch: toListSearch,
}).lazy(async () => {
  const { DmsPage } = await import("../features/chat/dms/DmsPage.tsx");
  return createLazyRoute("/dms")({ component: () => <DmsPage search={dmsRoute.useSearch()} /> });
});
