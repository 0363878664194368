import { lazyComponent } from "../../../ui/lazy-component.tsx";

export type { CompletionState } from "./CompletionList.tsx";

/** Loaded when a search field is entered. */
export const CompletionList = lazyComponent(() =>
  import("./CompletionList.tsx").then((file) => file.CompletionList),
);
