import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documentation/api",
}).lazy(async () => {
  const { ReferencePage } = await import("../features/reference/ReferencePage.tsx");
  return createLazyRoute("/documentation/api")({ component: ReferencePage });
});
