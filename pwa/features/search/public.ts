export { searchQuery } from "./api.ts";
export { CompletingField } from "./completion/CompletingField.tsx";
export { useCompletion } from "./completion/use-completion.tsx";
export { withoutMuted } from "./muted.ts";
export { type Message, messageOption } from "./options.ts";
export { focusSearch, SearchBox } from "./SearchBox.tsx";
