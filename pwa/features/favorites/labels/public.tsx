/** What comes with the database, when it is needed. */
import { useEffect, useState } from "react";
import { hasOfflineData, useHasOfflineData } from "../../../offline/db/has-data.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export { LabelButton } from "./LabelButton.tsx";

const Loaded = lazyComponent(() => import("./CreatorLabels.tsx").then((file) => file.CreatorLabels));
const NONE: ReadonlySet<string> = new Set();

/** Narrows a list of creators down to a label; for devices with stored data. */
export const LabelFilter = lazyComponent(() => import("./LabelFilter.tsx").then((file) => file.LabelFilter));

/** The creator's labels and note; nothing on a device without stored data. @param props.creator `service/creator` */
export function CreatorLabels(props: { creator: string; isShort?: boolean }) {
  return useHasOfflineData() ? <Loaded {...props} /> : null;
}

/** The creators with a label, as `service/creator`; undefined where none is asked for. */
export function useLabeled(name: string | undefined): ReadonlySet<string> | undefined {
  const [creators, setCreators] = useState(NONE);
  useEffect(() => {
    if (name === undefined || !hasOfflineData()) return setCreators(NONE);
    let stop: (() => void) | undefined;
    let isLeft = false;
    void import("../../../offline/labels/labels.ts").then(({ watchLabels }) => {
      if (isLeft) return;
      stop = watchLabels((rows) => setCreators(new Set(rows.find((row) => row.name === name)?.creators)));
    });
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [name]);
  return name === undefined ? undefined : creators;
}
