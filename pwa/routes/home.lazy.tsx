import type { QueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { updatedCreatorsQuery } from "../features/creators/public.ts";
import { HomePage } from "../features/home/HomePage.tsx";
import { postsQuery } from "../features/posts/public.ts";

export const lazyHome = createLazyRoute("/")({ component: HomePage });

export function askHome(client: QueryClient): void {
  void client.prefetchQuery(postsQuery({}));
  void client.prefetchQuery(updatedCreatorsQuery());
}
