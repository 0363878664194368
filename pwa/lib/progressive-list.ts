/** Renders long lists of the first screen progressively: the visible part at once, the remainder in short steps. */
import { startTransition, useEffect, useState } from "react";
import { NARROW as NARROW_WINDOW } from "./media-query.ts";

/** More than the first screenful of cards. */
const NARROW = 8;
const WIDE = 30;
/** How many more at a time: a phone takes twice as long for one. */
const NARROW_STEP = 5;
const WIDE_STEP = 10;

// Only when the app opens: a list that is come back to stands whole at once, where it was.
let isOpening =
  import.meta.env.SSR ||
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "navigate");

/** How many of `count` entries to render. */
export function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(() =>
    isOpening ? (matchMedia(NARROW_WINDOW).matches ? NARROW : WIDE) : Number.POSITIVE_INFINITY,
  );
  useEffect(() => {
    isOpening = false;
    if (drawn === Number.POSITIVE_INFINITY) return;
    const more = drawn + (matchMedia(NARROW_WINDOW).matches ? NARROW_STEP : WIDE_STEP);
    const next = more < count ? more : Number.POSITIVE_INFINITY;
    return whenIdle(() => startTransition(() => setDrawn(next)));
  }, [drawn, count]);
  return Math.min(drawn, count);
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
