/** Both come with the database's code, when they are needed. */
import { later } from "../../../ui/later.tsx";

export const SearchActions = later(() => import("./SearchActions.tsx").then((file) => file.SearchActions));
export const SearchHistory = later(() => import("./SearchHistory.tsx").then((file) => file.SearchHistory));
