import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useCollectionsDialog } from "./dialogs.ts";

const CollectDialog = lazyComponent(() => import("./CollectDialog.tsx").then((file) => file.CollectDialog));

/** The collections dialog of every page; its code and the database are loaded when it is first opened. */
export function CollectionsHost() {
  const posts = useCollectionsDialog();
  return posts === undefined ? null : <CollectDialog posts={posts} />;
}
