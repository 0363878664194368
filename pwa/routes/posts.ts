import { createRoute } from "@tanstack/react-router";
import { postsQuery } from "../features/posts/public.ts";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const postsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(postsQuery(deps)),
}).lazy(() => import("./posts.lazy.tsx").then((file) => file.lazyPosts));
