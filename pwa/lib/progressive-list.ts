/** Renders long lists of the first screen progressively: the visible part at once, the rest in short steps. */
import { startTransition, useEffect, useState } from "react";
import { useHydrated } from "./environment.ts";
import { NARROW as NARROW_WINDOW, useMedia } from "./media-query.ts";

/** More than fits on the first screen. */
const NARROW = 8;
const WIDE = 30;
/** Items per step: rendering one takes twice as long on a phone. */
const NARROW_STEP = 5;
const WIDE_STEP = 10;

// Only on app start: on returning to a list it is rendered completely, to restore the scroll position.
let isOpening =
  typeof document !== "undefined" &&
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "navigate");

/** Number of entries to render now. */
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

/** Runs after visible images were painted, within half a second. @returns cancel */
function whenIdle(step: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(step, 100);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(step, { timeout: 500 });
  return () => cancelIdleCallback(request);
}
