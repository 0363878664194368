import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { PostPage } from "../features/post/PostPage.tsx";

const route = getRouteApi("/$service/user/$id/post/$post");

export const lazyPost = createLazyRoute("/$service/user/$id/post/$post")({
  component: () => <PostPage params={route.useParams()} list={route.useSearch()} />,
});
