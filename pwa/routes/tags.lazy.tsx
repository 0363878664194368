import { createLazyRoute } from "@tanstack/react-router";
import { TagsPage } from "../features/tags/TagsPage.tsx";

export const lazyTags = createLazyRoute("/posts/tags")({ component: TagsPage });
