export { clearLeftovers } from "./own-files.ts";
export { ZipButton } from "./ZipButton.tsx";
