import { createRoute } from "@tanstack/react-router";
import { postsQuery } from "../features/browse/posts/api.ts";
import { PostsPage } from "../features/browse/posts/PostsPage.tsx";
import { SearchPage } from "../features/browse/results/lazy.tsx";
import { toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const postsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts",
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, postsQuery(deps)),
  staticData: { ssr: "main.tsx" }, // loaded with the app, as most visits begin with a list of posts
  component: () => {
    const search = postsRoute.useSearch();
    const Page = search.q === undefined && search.tag === undefined ? PostsPage : SearchPage;
    return <Page search={search} />;
  },
});
