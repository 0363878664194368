import { useEffect } from "react";
import { savedMarks } from "../../../offline/library/saved-marks.ts";

/** Delay after opening, so that the page itself comes first. */
const START_DELAY_MS = 3_000;
const checked = new Set<string>();

/** Verifies an opened saved post once per visit, and repairs it. */
export function useVerifiedCopy(key: string): void {
  useEffect(() => {
    const state = savedMarks().get(key)?.state;
    if (checked.has(key) || (state !== "whole" && state !== "partial")) return;
    const timer = setTimeout(() => {
      checked.add(key);
      void import("./repair.ts").then((file) => file.repair(key));
    }, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
