import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const tagsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts/tags",
}).lazy(async () => (await import("./tags.lazy.tsx")).Route);
