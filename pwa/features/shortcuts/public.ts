export type { PostAddress } from "./post-address.ts";
export { ShortcutSection } from "./ShortcutSection.tsx";
