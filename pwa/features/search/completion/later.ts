import { later } from "../../../ui/later.tsx";

export type { CompletionState } from "./CompletionList.tsx";

/** Loaded when a search field is entered. */
export const CompletionList = later(() => import("./CompletionList.tsx").then((file) => file.CompletionList));
