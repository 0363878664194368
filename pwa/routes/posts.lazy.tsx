import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { PostsPage } from "../features/posts/PostsPage.tsx";

const route = getRouteApi("/posts");

export const lazyPosts = createLazyRoute("/posts")({
  component: () => <PostsPage search={route.useSearch()} />,
});
