export { type SavablePost, showSaved } from "./dialogs.ts";
export { ListTools } from "./ListTools.tsx";
export { SaveAllButton } from "./SaveAllButton.tsx";
export { markText, SaveButton } from "./SaveButton.tsx";
export { SaveCreatorButton } from "./SaveCreatorButton.tsx";
export { SavedHost } from "./SavedHost.tsx";
export { toSavedSearch } from "./search.ts";
export { useTrueCopy } from "./use-verified-copy.ts";
