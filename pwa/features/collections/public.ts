export { CollectButton, CollectTool } from "./CollectButton.tsx";
export { CollectionsHost } from "./CollectionsHost.tsx";
