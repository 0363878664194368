import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const updatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists/updated",
  validateSearch: textSearch("o"),
}).lazy(async () => (await import("./updated.lazy.tsx")).Route);
