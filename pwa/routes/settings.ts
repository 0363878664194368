import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const settingsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/settings" }).lazy(() =>
  import("./settings.lazy.tsx").then((file) => file.lazySettings),
);
