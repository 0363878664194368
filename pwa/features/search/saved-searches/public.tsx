/** Both come with the database's code, when they are needed. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const SearchActions = lazyComponent(() =>
  import("./SearchActions.tsx").then((file) => file.SearchActions),
);
export const SearchHistory = lazyComponent(() =>
  import("./SearchHistory.tsx").then((file) => file.SearchHistory),
);
