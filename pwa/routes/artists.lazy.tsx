import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ArtistsPage } from "../features/creators/ArtistsPage.tsx";

const route = getRouteApi("/artists");

export const lazyArtists = createLazyRoute("/artists")({
  component: () => <ArtistsPage search={route.useSearch()} />,
});
