import { createLazyRoute } from "@tanstack/react-router";
import { TagsPage } from "../features/browse/tags/TagsPage.tsx";

export const Route = createLazyRoute("/posts/tags")({ component: TagsPage });
