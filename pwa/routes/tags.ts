import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const tagsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/posts/tags" }).lazy(() =>
  import("./tags.lazy.tsx").then((file) => file.lazyTags),
);
