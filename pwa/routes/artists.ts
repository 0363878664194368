import { createRoute } from "@tanstack/react-router";
import { creatorsQuery, toCreatorSearch } from "../features/creators/public.ts";
import { rootRoute } from "./root.tsx";

export const artistsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/artists",
  validateSearch: toCreatorSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(creatorsQuery()),
}).lazy(() => import("./artists.lazy.tsx").then((file) => file.lazyArtists));
