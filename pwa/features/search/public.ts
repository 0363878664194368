export { searchQuery } from "./api.ts";
export { focusSearch, SearchBox } from "./SearchBox.tsx";
