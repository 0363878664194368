import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { PostPage } from "../features/post/PostPage.tsx";

const route = getRouteApi("/$service/user/$id/post/$post/revision/$revision");

export const lazyRevision = createLazyRoute("/$service/user/$id/post/$post/revision/$revision")({
  component: () => <PostPage params={route.useParams()} />,
});
