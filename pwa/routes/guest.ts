import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/guest",
  validateSearch: textSearch("service", "post", "o"),
  staticData: { open: true },
}).lazy(async () => (await import("./guest.lazy.tsx")).guest);
