import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { postsQuery } from "../features/browse/posts/api.ts";
import { SearchPage } from "../features/browse/results/lazy.tsx";
import { toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const postsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, postsQuery(deps)),
  staticData: { ssr: "features/browse/posts/PostsPage.tsx" },
}).lazy(async () => {
  const { PostsPage } = await import("../features/browse/posts/PostsPage.tsx");
  return createLazyRoute("/posts")({
    component: () => {
      const search = postsRoute.useSearch();
      const Page = search.q === undefined && search.tag === undefined ? PostsPage : SearchPage;
      return <Page search={search} />;
    },
  });
});
