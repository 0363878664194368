import type { QueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ArtistsPage } from "../features/creators/ArtistsPage.tsx";
import { creatorPageQuery, foundCreatorsQuery, type toCreatorSearch } from "../features/creators/public.ts";

const route = getRouteApi("/artists");

export const lazyArtists = createLazyRoute("/artists")({
  component: () => <ArtistsPage search={route.useSearch()} />,
});

export function askArtists(client: QueryClient, search: ReturnType<typeof toCreatorSearch>): void {
  void client.prefetchQuery(foundCreatorsQuery(search));
  // The page that was asked for before the app was there.
  if ((globalThis.early?.size ?? 0) > 0) void client.prefetchQuery(creatorPageQuery(search));
}
