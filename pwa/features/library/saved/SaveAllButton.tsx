import { later } from "../../../ui/later.tsx";

/** Saves a list of posts with one press, and says before how much that is. */
export const SaveAllButton = later(() => import("./SaveAll.tsx").then((file) => file.SaveAll));
