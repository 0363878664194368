/** All routes, in code (docs/decisions/0005); each has a file of its own under `routes/`. */
import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { dataSaver, savesData } from "../lib/data-saver.ts";
import { parseSearch, stringifySearch } from "../lib/list-search.ts";
import { artistsRoute } from "../routes/artists.ts";
import { chatRoute } from "../routes/chat.tsx";
import { communityRoutes } from "../routes/community.ts";
import { creatorPostsRoute, creatorRoute } from "../routes/creator.ts";
import { creatorTabRoutes } from "../routes/creator-tabs.ts";
import { dmsRoute } from "../routes/dms.tsx";
import { homeRoute } from "../routes/home.ts";
import { oldArchiveRoute } from "../routes/old-archive.ts";
import { popularRoute } from "../routes/popular.tsx";
import { postRoute } from "../routes/post.tsx";
import { postsRoute } from "../routes/posts.tsx";
import { revisionRoute } from "../routes/revision.tsx";
import { rootRoute } from "../routes/root.tsx";
import { savedRoutes } from "../routes/saved.tsx";
import { screenRoutes } from "../routes/screens.ts";
import { incomingRoute, searchHashRoute } from "../routes/search-hash.ts";
import { NotFound } from "../ui/NotFound.tsx";
import { RouteError } from "./shell/RouteError.tsx";

const routeTree = rootRoute.addChildren([
  homeRoute,
  artistsRoute,
  postsRoute,
  creatorRoute.addChildren([creatorPostsRoute, ...creatorTabRoutes, ...communityRoutes]),
  popularRoute,
  postRoute,
  revisionRoute,
  dmsRoute,
  chatRoute,
  oldArchiveRoute,
  searchHashRoute,
  incomingRoute,
  ...savedRoutes,
  ...screenRoutes,
]);

/** The same routes in the browser and on the server, which has a router of its own for each page it renders. */
export function createAppRouter(queryClient: QueryClient, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: typeof document !== "undefined", // on the server it is an inline script, which the policy refuses
    defaultPreload: preloading(),
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Pages are preloaded on intent, except where data is saved. */
function preloading(): "intent" | false {
  return savesData() ? false : "intent";
}

export function followDataSaver(router: AppRouter): void {
  dataSaver.subscribe(() => router.update({ ...router.options, defaultPreload: preloading() }));
}

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The server renders the screen. Its lazily loaded module, whose files such a page links to. */
    ssr?: string;
  }
}
