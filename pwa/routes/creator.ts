import { createRoute, redirect } from "@tanstack/react-router";
import { creatorPostsQuery } from "../features/browse/posts/api.ts";
import { profileQuery } from "../features/browse/profile-api.ts";
import { takedownsQuery } from "../features/moderation/takedowns/api.ts";
import { toListSearch } from "../lib/list-search.ts";
import { prefetch, rootRoute } from "./root.tsx";

/** A creator's page and its tabs. */
export const creatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id",
  loader: ({ context, params: { service, id } }) =>
    Promise.all([
      prefetch(context, profileQuery({ service, id })),
      prefetch(context, takedownsQuery({ service, id })),
    ]),
}).lazy(() => import("./creator.lazy.tsx").then((file) => file.lazyCreator));

/** Chat servers have their own page, but share the tab of linked accounts. */
export const creatorPostsRoute = createRoute({
  getParentRoute: () => creatorRoute,
  path: "/",
  beforeLoad: ({ params }) => {
    if (params.service === "discord")
      throw redirect({ href: `/discord/server/${encodeURIComponent(params.id)}`, replace: true });
  },
  validateSearch: toListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prefetch(context, creatorPostsQuery(params, deps)),
  staticData: { ssr: "routes/creator.lazy.tsx" },
}).lazy(() => import("./creator.lazy.tsx").then((file) => file.lazyCreatorPosts));
