import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { postsQuery } from "../features/posts/public.ts";
import { toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const postsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, postsQuery(deps)),
  staticData: { ssr: "features/posts/PostsPage.tsx" },
}).lazy(async () => {
  const { PostsPage } = await import("../features/posts/PostsPage.tsx");
  return createLazyRoute("/posts")({ component: () => <PostsPage search={postsRoute.useSearch()} /> });
});
