/** All routes, in code (docs/decisions/0005). Each lives in a file of its own under `routes/`. */
import { createRouter } from "@tanstack/react-router";
import { parseSearch, stringifySearch } from "../lib/list-search.ts";
import { artistsRoute } from "../routes/artists.ts";
import { creatorRoute } from "../routes/creator.ts";
import { homeRoute } from "../routes/home.ts";
import { postRoute } from "../routes/post.ts";
import { postsRoute } from "../routes/posts.ts";
import { referenceRoute } from "../routes/reference.ts";
import { revisionRoute } from "../routes/revision.ts";
import { rootRoute } from "../routes/root.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { queryClient } from "./query-client.ts";
import { RouteError } from "./RouteError.tsx";

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    artistsRoute,
    postsRoute,
    creatorRoute,
    postRoute,
    revisionRoute,
    referenceRoute,
  ]),
  context: { queryClient },
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: RouteError,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
