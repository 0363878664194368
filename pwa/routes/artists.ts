import { createRoute } from "@tanstack/react-router";
import { toCreatorSearch } from "../features/search/creators/search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./artists.lazy.tsx");

export const artistsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists",
  validateSearch: toCreatorSearch,
  loaderDeps: ({ search }) => search,
  // The query is part of the screen's chunk; if that fails to load, the screen shows the error.
  loader: ({ context, deps }) =>
    load().then(
      (file) => file.prefetchArtists(context, deps),
      () => undefined,
    ),
  staticData: { ssr: "routes/artists.lazy.tsx" },
}).lazy(() => load().then((file) => file.lazyArtists));
