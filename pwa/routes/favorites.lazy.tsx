import { createLazyRoute } from "@tanstack/react-router";
import { guarded, openToVisitors } from "../features/account/guarded.tsx";
import { CatchUpPage } from "../features/browse/catch-up/CatchUpPage.tsx";
import { FavoriteCreatorsPage } from "../features/browse/favorites/FavoriteCreatorsPage.tsx";
import { FavoritePostsPage } from "../features/browse/favorites/FavoritePostsPage.tsx";
import { TransferPage } from "../features/favorites/TransferPage.tsx";

export const creators = createLazyRoute("/account/favorites/artists")({
  component: openToVisitors(() => <FavoriteCreatorsPage search={creators.useSearch()} />),
});
export const posts = createLazyRoute("/account/favorites/posts")({
  component: openToVisitors(() => <FavoritePostsPage search={posts.useSearch()} />),
});
export const catchUp = createLazyRoute("/account/favorites/new")({ component: guarded(CatchUpPage) });
export const transfer = createLazyRoute("/account/favorites/export")({
  component: openToVisitors(TransferPage),
});
