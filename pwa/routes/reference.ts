import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documentation/api",
}).lazy(async () => (await import("./reference.lazy.tsx")).Route);
