/** Comes back to a place of a page that is still filling itself. */

const EVERY_MS = 50;
const AT_MOST_MS = 8_000;
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

let stop: (() => void) | undefined;

/**
 * Repeats `attempt` until it is true, the visitor moves by themselves, another begins, or time is up.
 * @returns ends it
 */
export function restoreScroll(attempt: () => boolean, onGiveUp: () => void = () => {}): () => void {
  stop?.();
  if (attempt()) return () => {};
  const until = performance.now() + AT_MOST_MS;
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (attempt()) {
      end();
      return;
    }
    if (performance.now() < until) return;
    end();
    onGiveUp();
  }, EVERY_MS);
  const end = () => {
    clearInterval(timer);
    controller.abort();
    if (stop === end) stop = undefined;
  };
  for (const event of MOVES) addEventListener(event, end, { capture: true, signal: controller.signal });
  stop = end;
  return end;
}

/** Scrolls the window to `y`; false while the page is too short for it. */
export function scrollToHeight(y: number): boolean {
  const page = document.documentElement;
  if (page.scrollHeight - innerHeight < y - 1) return false;
  if (Math.abs(scrollY - y) > 1) scrollTo({ top: y, behavior: "instant" });
  return true;
}
