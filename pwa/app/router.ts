/** All routes, defined in code (docs/decisions/0005), one file each in `routes/`. */
import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { dataSaver, savesData } from "../lib/data-saver.ts";
import { parseSearch, stringifySearch } from "../lib/list-search.ts";
import { administrationRoutes } from "../routes/administration.ts";
import { artistsRoute } from "../routes/artists.ts";
import { authenticationRoutes } from "../routes/authentication.ts";
import { chatRoute } from "../routes/chat.tsx";
import { collectionRoutes } from "../routes/collections.ts";
import { communityRoutes } from "../routes/community.ts";
import { creatorPostsRoute, creatorRoute } from "../routes/creator.ts";
import { creatorTabRoutes } from "../routes/creator-tabs.ts";
import { dmsRoute } from "../routes/dms.tsx";
import { downloadsRoutes } from "../routes/downloads.ts";
import { favoritesRoutes } from "../routes/favorites.ts";
import { fileRoute } from "../routes/file.ts";
import { guestRoute } from "../routes/guest.ts";
import { homeRoute } from "../routes/home.ts";
import { importerRoutes } from "../routes/importer.ts";
import { moderationRoutes } from "../routes/moderation.ts";
import { oldArchiveRoute } from "../routes/old-archive.ts";
import { ownAccountRoutes } from "../routes/own-account.ts";
import { popularRoute } from "../routes/popular.tsx";
import { postRoute } from "../routes/post.tsx";
import { postsRoute } from "../routes/posts.tsx";
import { readRoute } from "../routes/read.ts";
import { redirectRoutes } from "../routes/redirects.ts";
import { referenceRoute } from "../routes/reference.ts";
import { revisionRoute } from "../routes/revision.tsx";
import { rootRoute } from "../routes/root.tsx";
import { savedRoutes } from "../routes/saved.tsx";
import { incomingRoute, searchHashRoute } from "../routes/search-hash.ts";
import { settingsRoute } from "../routes/settings.ts";
import { shareRoutes } from "../routes/shares.ts";
import { staticPageRoutes } from "../routes/static-pages.ts";
import { tagsRoute } from "../routes/tags.ts";
import { updatedRoute } from "../routes/updated.ts";
import { uploadRoutes } from "../routes/uploads.ts";
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
  ...authenticationRoutes,
  guestRoute,
  ...ownAccountRoutes,
  ...importerRoutes,
  ...favoritesRoutes,
  ...administrationRoutes,
  ...moderationRoutes,
  ...downloadsRoutes,
  ...redirectRoutes,
  ...shareRoutes,
  ...collectionRoutes,
  ...uploadRoutes,
  ...staticPageRoutes,
  updatedRoute,
  tagsRoute,
  fileRoute,
  settingsRoute,
  readRoute,
  referenceRoute,
]);

/** Creates a router for the browser, or one for each page rendered on the server. */
export function createAppRouter(queryClient: QueryClient, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: typeof document !== "undefined", // on the server it adds an inline script, which the CSP blocks
    defaultPreload: preloading(),
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Preloads pages on intent, unless data saver is on. */
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
    /** Lazy module of a screen rendered on the server; the page links to its files. */
    ssr?: string;
    /** Shown to visitors also in an archive for members. */
    open?: true;
  }
}
