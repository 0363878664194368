import { createLazyRoute } from "@tanstack/react-router";
import {
  RandomCreatorPage,
  RandomPostPage,
  ResolvePage,
} from "../features/browse/redirects/RedirectPages.tsx";

export const randomCreator = createLazyRoute("/artists/random")({ component: RandomCreatorPage });
export const randomPost = createLazyRoute("/posts/random")({ component: RandomPostPage });
export const resolve = createLazyRoute("/$service/post/{-$post}")({
  component: () => <ResolvePage {...resolve.useParams()} />,
});
