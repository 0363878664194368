import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documentation/api",
}).lazy(() => import("./reference.lazy.tsx").then((file) => file.lazyReference));
