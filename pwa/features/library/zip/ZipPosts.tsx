import { later } from "../../../ui/later.tsx";

/** Dialog that downloads several posts as one ZIP. */
export const ZipPosts = later(() => import("./ZipPostsDialog.tsx").then((file) => file.ZipPostsDialog));
