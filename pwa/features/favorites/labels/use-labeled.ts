import { useEffect, useState } from "react";
import { hasOfflineData } from "../../../offline/db/has-data.ts";

const NONE: ReadonlySet<string> = new Set();

/** Creators with a label, as `service/creator`. @returns undefined without a label */
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
