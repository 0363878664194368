export { ShortcutSection } from "./ShortcutSection.tsx";
