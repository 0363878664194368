import { later } from "../../../ui/later.tsx";

/** Saves a list of posts with one press; shows its size. */
export const SaveAllButton = later(() => import("./SaveAll.tsx").then((file) => file.SaveAll));
