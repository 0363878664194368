import { lazyComponent } from "../../../ui/lazy-component.tsx";

/** Saves a list of posts with one press; shows its size. */
export const SaveAllButton = lazyComponent(() => import("./SaveAll.tsx").then((file) => file.SaveAll));
