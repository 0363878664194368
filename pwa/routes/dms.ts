import { createRoute } from "@tanstack/react-router";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const dmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dms",
  validateSearch: toListSearch,
}).lazy(() => import("./dms.lazy.tsx").then((file) => file.lazyDms));
