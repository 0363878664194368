import { createRoute } from "@tanstack/react-router";
import { postsQuery } from "../features/posts/public.ts";
import { toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const postsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, postsQuery(deps)),
  staticData: { ssr: "routes/posts.lazy.tsx" },
}).lazy(() => import("./posts.lazy.tsx").then((file) => file.lazyPosts));
