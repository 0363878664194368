/** Components of this folder that are loaded, with the database, when they are first shown. */
import { later } from "../../../ui/later.tsx";

export const SearchActions = later(() => import("./SearchActions.tsx").then((file) => file.SearchActions));
export const SearchHistory = later(() => import("./SearchHistory.tsx").then((file) => file.SearchHistory));
