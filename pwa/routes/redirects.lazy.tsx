import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { RandomCreatorPage, RandomPostPage, ResolvePage } from "../features/redirects/RedirectPages.tsx";

const route = getRouteApi("/$service/post/{-$post}");

export const randomCreator = createLazyRoute("/artists/random")({ component: RandomCreatorPage });
export const randomPost = createLazyRoute("/posts/random")({ component: RandomPostPage });
export const resolve = createLazyRoute("/$service/post/{-$post}")({
  component: () => <ResolvePage {...route.useParams()} />,
});
