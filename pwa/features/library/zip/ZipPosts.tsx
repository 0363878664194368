import { lazyComponent } from "../../../ui/lazy-component.tsx";

/** The dialog that takes several posts out of the app, as one file. */
export const ZipPosts = lazyComponent(() =>
  import("./ZipPostsDialog.tsx").then((file) => file.ZipPostsDialog),
);
