import { createRoute } from "@tanstack/react-router";
import { toReadSearch } from "../features/post/read-search.ts";
import { rootRoute } from "./root.tsx";

export const readRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/read",
  validateSearch: toReadSearch,
}).lazy(async () => (await import("./read.lazy.tsx")).Route);
