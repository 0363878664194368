import { useEffect } from "react";
import { savedMarks } from "../../../offline/library/saved-marks.ts";

/** After everything that the page itself needs. */
const LATER_MS = 3_000;
const checked = new Set<string>();

/** Once a visit, a saved post that is open is compared with its hashes; what is not true any more is fetched again. */
export function useTrueCopy(key: string): void {
  useEffect(() => {
    const state = savedMarks().get(key)?.state;
    if (checked.has(key) || (state !== "whole" && state !== "partial")) return;
    const timer = setTimeout(() => {
      checked.add(key);
      void import("./repair.ts").then((file) => file.repair(key));
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
