export { FavoriteAllButton } from "./FavoriteAllButton.tsx";
export { FavoriteButton } from "./FavoriteButton.tsx";
export { type FavoriteTarget, unmarkFavorites } from "./marks.ts";
export { useFavoriteNews } from "./news.ts";

/** Loaded only where somebody is logged in. */
export const favoritesSync = () => import("./sync.ts");
/** For the keyboard: loaded when the key is pressed. */
export const favoriteToggle = () => import("./toggle.ts");
