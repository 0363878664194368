import { lazyComponent } from "../../../ui/lazy-component.tsx";

export type { CompletionState } from "./CompletionList.tsx";

/** Lazy component, loaded on focus of a search field. */
export const CompletionList = lazyComponent(() =>
  import("./CompletionList.tsx").then((file) => file.CompletionList),
);
