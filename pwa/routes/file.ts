import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const fileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/file/{-$hash}",
}).lazy(async () => (await import("./file.lazy.tsx")).Route);
