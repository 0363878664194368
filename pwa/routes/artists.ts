import { createRoute } from "@tanstack/react-router";
import { foundCreatorsQuery, toCreatorSearch } from "../features/creators/public.ts";
import { rootRoute } from "./root.tsx";

export const artistsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists",
  validateSearch: toCreatorSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(foundCreatorsQuery(deps)),
}).lazy(() => import("./artists.lazy.tsx").then((file) => file.lazyArtists));
