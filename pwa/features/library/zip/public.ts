export { clearLeftovers } from "./own-files.ts";
export { ZipButton } from "./ZipButton.tsx";
export { ZipPosts } from "./ZipPosts.tsx";
export type { ListedToZip } from "./ZipPostsDialog.tsx";
