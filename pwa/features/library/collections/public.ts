export { CollectButton, CollectTool } from "./CollectButton.tsx";
export { CollectionsHost } from "./CollectionsHost.tsx";
export { showCollections } from "./dialogs.ts";
