import { createRoute } from "@tanstack/react-router";
import { profileQuery } from "../features/creators/public.ts";
import { creatorPostsQuery } from "../features/posts/public.ts";
import { toListSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

export const creatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(profileQuery(params));
    void context.queryClient.prefetchQuery(creatorPostsQuery(params, deps));
  },
}).lazy(() => import("./creator.lazy.tsx").then((file) => file.lazyCreator));
