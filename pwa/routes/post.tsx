import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { profileQuery } from "../features/creators/public.ts";
import { postQuery } from "../features/post/public.ts";
import { type ListSearch, one, toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id/post/$post",
  validateSearch: (raw: Record<string, unknown>): ListSearch => {
    const person = one(raw["person"]);
    return { ...toListSearch(raw), ...(person === undefined ? {} : { person, after: one(raw["after"]) }) };
  },
  loader: ({ context, params }) =>
    Promise.all([prefetch(context, postQuery(params)), prefetch(context, profileQuery(params))]),
  staticData: { ssr: "features/post/PostPage.tsx" },
}).lazy(async () => {
  const { PostPage } = await import("../features/post/PostPage.tsx");
  return createLazyRoute("/$service/user/$id/post/$post")({
    component: () => <PostPage params={postRoute.useParams()} list={postRoute.useSearch()} />,
  });
});
