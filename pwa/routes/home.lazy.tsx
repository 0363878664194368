import { createLazyRoute } from "@tanstack/react-router";
import { updatedCreatorsQuery } from "../features/browse/creators/api.ts";
import { HomePage } from "../features/browse/home/HomePage.tsx";
import { postsQuery } from "../features/browse/posts/api.ts";
import { archiveQuery } from "../features/moderation/administration/archive-api.ts";
import { prefetch, type RouterContext } from "./root.tsx";

export const lazyHome = createLazyRoute("/")({ component: HomePage });

export async function prefetchHome(context: RouterContext): Promise<void> {
  await Promise.all([
    prefetch(context, postsQuery({})),
    prefetch(context, updatedCreatorsQuery()),
    prefetch(context, archiveQuery()),
  ]);
}
