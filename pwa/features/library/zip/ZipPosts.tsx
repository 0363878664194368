import { later } from "../../../ui/later.tsx";

/** The dialog that takes several posts out of the app, as one file. */
export const ZipPosts = later(() => import("./ZipPostsDialog.tsx").then((file) => file.ZipPostsDialog));
