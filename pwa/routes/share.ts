import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** Without an id the page says that one is required. */
export const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/share/{-$id}",
}).lazy(() => import("./share.lazy.tsx").then((file) => file.lazyShare));
