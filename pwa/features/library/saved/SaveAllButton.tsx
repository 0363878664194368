import { lazyComponent } from "../../../ui/lazy-component.tsx";

/** Saves a list of posts with one press, and says before how much that is. */
export const SaveAllButton = lazyComponent(() => import("./SaveAll.tsx").then((file) => file.SaveAll));
