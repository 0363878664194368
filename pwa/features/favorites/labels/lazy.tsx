/** Lazy components of this folder, loaded with the database. */
import { useHasOfflineData } from "../../../offline/db/has-data.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";

const Loaded = lazyComponent(() => import("./CreatorLabels.tsx").then((file) => file.CreatorLabels));

/** Filters a list of creators by a label; for devices with stored data. */
export const LabelFilter = lazyComponent(() => import("./LabelFilter.tsx").then((file) => file.LabelFilter));

/** The creator's labels and note; nothing on a device without stored data. @param props.creator `service/creator` */
export function CreatorLabels(props: { creator: string; isShort?: boolean }) {
  return useHasOfflineData() ? <Loaded {...props} /> : null;
}
