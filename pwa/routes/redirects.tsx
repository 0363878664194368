/** Addresses that lead on to another: a random creator or post, and a post known without its creator. */
import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const pages = () => import("../features/redirects/RedirectPages.tsx");
const getParentRoute = () => rootRoute;

export const randomCreatorRoute = createRoute({ getParentRoute, path: "/artists/random" }).lazy(async () =>
  createLazyRoute("/artists/random")({ component: (await pages()).RandomCreatorPage }),
);
export const randomPostRoute = createRoute({ getParentRoute, path: "/posts/random" }).lazy(async () =>
  createLazyRoute("/posts/random")({ component: (await pages()).RandomPostPage }),
);
export const resolveRoute = createRoute({ getParentRoute, path: "/$service/post/{-$post}" }).lazy(
  async () => {
    const { ResolvePage } = await pages();
    return createLazyRoute("/$service/post/{-$post}")({
      component: () => <ResolvePage {...resolveRoute.useParams()} />,
    });
  },
);
