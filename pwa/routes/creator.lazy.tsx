import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { CreatorPage } from "../features/browse/creators/CreatorPage.tsx";
import { CreatorPosts } from "../features/browse/creators/CreatorPosts.tsx";

const creator = getRouteApi("/$service/user/$id");
const posts = getRouteApi("/$service/user/$id/");

export const lazyCreator = createLazyRoute("/$service/user/$id")({
  component: () => <CreatorPage params={creator.useParams()} />,
});

export const lazyCreatorPosts = createLazyRoute("/$service/user/$id/")({
  component: () => <CreatorPosts params={posts.useParams()} search={posts.useSearch()} />,
});
