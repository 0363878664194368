/** Restores a scroll position on a page that is still loading content. */

const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 8_000;
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

let stop: (() => void) | undefined;

/**
 * Repeats `attempt` until it succeeds, the user scrolls, another restore starts, or the timeout ends.
 * @returns cancel
 */
export function restoreScroll(attempt: () => boolean, onGiveUp: () => void = () => {}): () => void {
  stop?.();
  if (attempt()) return () => {};
  const until = performance.now() + TIMEOUT_MS;
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (attempt()) {
      end();
      return;
    }
    if (performance.now() < until) return;
    end();
    onGiveUp();
  }, POLL_INTERVAL_MS);
  const end = () => {
    clearInterval(timer);
    controller.abort();
    if (stop === end) stop = undefined;
  };
  for (const event of MOVES) addEventListener(event, end, { capture: true, signal: controller.signal });
  stop = end;
  return end;
}

/** Scrolls the window to `y`; returns false while the page is too short. */
export function scrollToHeight(y: number): boolean {
  const page = document.documentElement;
  if (page.scrollHeight - innerHeight < y - 1) return false;
  if (Math.abs(scrollY - y) > 1) scrollTo({ top: y, behavior: "instant" });
  return true;
}
