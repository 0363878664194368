import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** Without a hash the page says that one is required. */
export const fileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/file/{-$hash}",
}).lazy(() => import("./file.lazy.tsx").then((file) => file.lazyFile));
