/** Components of this folder that are loaded, with the database, when they are first shown. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const SearchActions = lazyComponent(() =>
  import("./SearchActions.tsx").then((file) => file.SearchActions),
);
export const SearchHistory = lazyComponent(() =>
  import("./SearchHistory.tsx").then((file) => file.SearchHistory),
);
