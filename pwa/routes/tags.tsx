import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const tagsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/posts/tags" }).lazy(
  async () => {
    const { TagsPage } = await import("../features/tags/TagsPage.tsx");
    return createLazyRoute("/posts/tags")({ component: TagsPage });
  },
);
