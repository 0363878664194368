import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { postKey } from "#shared/rules/offline-db.ts";
import { profileQuery } from "../features/browse/profile-api.ts";
import { type PostParams, postQuery } from "../features/post/api.ts";
import { type ListSearch, one, toListSearch } from "../lib/list-search.ts";
import { savedMarks } from "../offline/library/saved-marks.ts";
import { prefetch, rootRoute, waitForData } from "./root.tsx";

export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id/post/$post",
  validateSearch: (raw: Record<string, unknown>): ListSearch => {
    const person = one(raw["person"]);
    return { ...toListSearch(raw), ...(person === undefined ? {} : { person, after: one(raw["after"]) }) };
  },
  loader: ({ context, params }) =>
    Promise.all([
      prefetch(context, postQuery(params)),
      prefetch(context, profileQuery(params)),
      isSaved(params) ? waitForData(context, postQuery(params)) : undefined,
    ]),
  staticData: { ssr: "features/post/PostPage.tsx" },
}).lazy(async () => {
  const { PostPage } = await import("../features/post/PostPage.tsx");
  return createLazyRoute("/$service/user/$id/post/$post")({
    component: () => <PostPage params={postRoute.useParams()} list={postRoute.useSearch()} />,
  });
});

const isSaved = ({ service, id, post }: PostParams) =>
  !import.meta.env.SSR && savedMarks().has(postKey({ service, user: id, id: post }));
