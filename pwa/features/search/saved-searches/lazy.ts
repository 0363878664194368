/** Lazy components of this folder, loaded with the database. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const SearchActions = lazyComponent(() =>
  import("./SearchActions.tsx").then((file) => file.SearchActions),
);
export const SearchHistory = lazyComponent(() =>
  import("./SearchHistory.tsx").then((file) => file.SearchHistory),
);
