/** Long lists of the first screen: what can be seen is drawn at once, the rest when the browser has a moment. */
import { useDeferredValue, useEffect, useState } from "react";

/** More than the first screenful of cards. */
const NARROW = 8;
const WIDE = 30;

// Only when the app opens: a list that is come back to stands whole at once, where it was.
let isOpening =
  typeof performance !== "undefined" &&
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "navigate");

/** How many of `count` entries to draw. */
export function useGrowing(count: number): number {
  const [first] = useState(() => (isOpening ? Math.min(count, innerWidth < 720 ? NARROW : WIDE) : count));
  useEffect(() => {
    isOpening = false;
  }, []);
  return useDeferredValue(count, first);
}
