import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ArtistsPage } from "../features/browse/creators/ArtistsPage.tsx";
import { creatorPageQuery } from "../features/browse/creators/api.ts";
import { foundCreatorsQuery } from "../features/search/creators/found-api.ts";
import type { toCreatorSearch } from "../features/search/creators/search.ts";
import { prefetch, type RouterContext } from "./root.tsx";

const route = getRouteApi("/artists");

export const lazyArtists = createLazyRoute("/artists")({
  component: () => <ArtistsPage search={route.useSearch()} />,
});

/** The browser loads and searches the whole list; the server renders one page of it. */
export async function prefetchArtists(
  context: RouterContext,
  search: ReturnType<typeof toCreatorSearch>,
): Promise<void> {
  await (import.meta.env.SSR
    ? prefetch(context, creatorPageQuery(search))
    : prefetch(context, foundCreatorsQuery(search)));
}
