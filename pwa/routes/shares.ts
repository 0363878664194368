import { createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const sharesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/shares",
  validateSearch: toListSearch,
}).lazy(() => import("./shares.lazy.tsx").then((file) => file.lazyShares));
