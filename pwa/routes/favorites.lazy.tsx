import { Navigate, useSearch } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { CatchUpPage } from "../features/browse/catch-up/CatchUpPage.tsx";
import { FavoriteCreatorsPage } from "../features/browse/favorites/FavoriteCreatorsPage.tsx";
import { FavoritePostsPage } from "../features/browse/favorites/FavoritePostsPage.tsx";
import { toFavoriteSearch } from "../features/favorites/search.ts";
import { TransferPage } from "../features/favorites/TransferPage.tsx";

const ToCreators = () => <Navigate to="/account/favorites/artists" replace />;
const Creators = () => (
  <FavoriteCreatorsPage search={toFavoriteSearch("creator", useSearch({ strict: false }))} />
);
const Posts = () => <FavoritePostsPage search={toFavoriteSearch("post", useSearch({ strict: false }))} />;

export const screens = {
  "/favorites": ToCreators,
  "/account/favorites": ToCreators,
  "/account/favorites/artists": guarded(Creators),
  "/account/favorites/new": guarded(CatchUpPage),
  "/account/favorites/posts": guarded(Posts),
  "/account/favorites/export": guarded(TransferPage),
};
