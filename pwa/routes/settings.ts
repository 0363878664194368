import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
}).lazy(async () => (await import("./settings.lazy.tsx")).Route);
