import { createRoute } from "@tanstack/react-router";
import { toCreatorSearch } from "../features/creators/public.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./artists.lazy.tsx");

export const artistsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists",
  validateSearch: toCreatorSearch,
  loaderDeps: ({ search }) => search,
  // What asks for the list comes with the screen; a screen that does not come says so itself.
  loader: ({ context, deps }) =>
    load().then(
      (file) => file.askArtists(context.queryClient, deps),
      () => undefined,
    ),
}).lazy(() => load().then((file) => file.lazyArtists));
