import { lazyComponent } from "../../../ui/lazy-component.tsx";

/** Dialog that downloads several posts as one ZIP. */
export const ZipPosts = lazyComponent(() =>
  import("./ZipPostsDialog.tsx").then((file) => file.ZipPostsDialog),
);
