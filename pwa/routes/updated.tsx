import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { one } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const updatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists/updated",
  validateSearch: (raw: Record<string, unknown>): { o?: string | undefined } =>
    one(raw["o"]) === undefined ? {} : { o: one(raw["o"]) },
}).lazy(async () => {
  const { UpdatedPage } = await import("../features/creators/UpdatedPage.tsx");
  return createLazyRoute("/artists/updated")({
    component: () => <UpdatedPage o={updatedRoute.useSearch().o} />,
  });
});
