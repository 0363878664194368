export { focusSearch, SearchBox } from "./SearchBox.tsx";
