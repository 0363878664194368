/** Long lists of the first screen: what can be seen is rendered at once, the rest in steps too short to be felt. */
import { startTransition, useEffect, useState } from "react";
import { useHydrated } from "./environment.ts";
import { NARROW as NARROW_WINDOW, useMedia } from "./media-query.ts";

/** More than the first screenful of cards. */
const NARROW = 8;
const WIDE = 30;
/** How many more at a time: a phone takes twice as long for one. */
const NARROW_STEP = 5;
const WIDE_STEP = 10;

// Only when the app opens: a list that is come back to is rendered whole at once, where it was.
let isOpening =
  typeof document !== "undefined" &&
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "navigate");

/** How many of `count` entries to render. */
export function useProgressiveCount(count: number): number {
  const isNarrow = useMedia(NARROW_WINDOW);
  const isHydrated = useHydrated();
  const [rendered, setRendered] = useState(
    isOpening || !isHydrated ? (isNarrow ? NARROW : WIDE) : Number.POSITIVE_INFINITY,
  );
  useEffect(() => {
    isOpening = false;
    if (rendered === Number.POSITIVE_INFINITY) return;
    const more = rendered + (matchMedia(NARROW_WINDOW).matches ? NARROW_STEP : WIDE_STEP);
    const next = more < count ? more : Number.POSITIVE_INFINITY;
    return whenIdle(() => startTransition(() => setRendered(next)));
  }, [rendered, count]);
  return Math.min(rendered, count);
}

/** After the pictures in view were painted, within half a second. @returns takes it back */
function whenIdle(step: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(step, 100);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(step, { timeout: 500 });
  return () => cancelIdleCallback(request);
}
