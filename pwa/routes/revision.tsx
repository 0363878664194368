import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { profileQuery } from "../features/browse/profile-api.ts";
import { postQuery } from "../features/post/api.ts";
import { prefetch, rootRoute } from "./root.tsx";

export const revisionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id/post/$post/revision/$revision",
  loader: ({ context, params }) =>
    Promise.all([prefetch(context, postQuery(params)), prefetch(context, profileQuery(params))]),
}).lazy(async () => {
  const { PostPage } = await import("../features/post/PostPage.tsx");
  return createLazyRoute("/$service/user/$id/post/$post/revision/$revision")({
    component: () => <PostPage params={revisionRoute.useParams()} />,
  });
});
