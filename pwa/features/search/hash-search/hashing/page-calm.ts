/** Detects an idle page, whose core can be used for hashing (decision 0022). Times are milliseconds. */

/** Duration of a late frame, as of the Long Animation Frames API. */
const LATE_FRAME_MS = 50;
/** Time without late frames and input until the page is calm; doubled after each late frame of a calm page. */
const CALM_AFTER_MS = 1_000;
const MAX_CALM_AFTER_MS = 60_000;
const INPUTS = ["pointerdown", "pointermove", "touchmove", "wheel", "scroll", "keydown"];

/** The rule without browser APIs, for tests. */
export class Calm {
  isCalm = false;
  private after = CALM_AFTER_MS;
  private frameAt: number | undefined;

  /** @param since time of the last disturbance */
  constructor(private since: number) {}

  frame(now: number): void {
    const isLate = now - (this.frameAt ?? now) > LATE_FRAME_MS;
    this.frameAt = now;
    if (isLate && this.isCalm) this.after = Math.min(this.after * 2, MAX_CALM_AFTER_MS);
    if (isLate) this.disturb(now);
    else if (now - this.since >= this.after) this.isCalm = true;
  }

  /** Input, or the page became visible. */
  disturb(now: number): void {
    this.since = now;
    this.isCalm = false;
  }

  /** The page is hidden: missing frames are not late. */
  hide(): void {
    this.frameAt = undefined;
    this.isCalm = true;
  }
}

/**
 * Watches the page: initially not calm, calm while hidden.
 * @param onChange never called before this returns
 * @returns stop
 */
export function watchCalm(onChange: (isCalm: boolean) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const calm = new Calm(performance.now());
  let request = 0;
  let was = false;
  const publish = () => {
    if (calm.isCalm === was) return;
    was = calm.isCalm;
    onChange(was);
  };
  const onFrame = (now: number) => {
    request = requestAnimationFrame(onFrame);
    calm.frame(now);
    publish();
  };
  const onVisibility = () => {
    cancelAnimationFrame(request);
    if (document.hidden) calm.hide();
    else {
      calm.disturb(performance.now());
      request = requestAnimationFrame(onFrame);
    }
    publish();
  };
  const onInput = () => {
    if (document.hidden) return;
    calm.disturb(performance.now());
    publish();
  };
  document.addEventListener("visibilitychange", onVisibility, { signal });
  for (const type of INPUTS) addEventListener(type, onInput, { signal, capture: true, passive: true });
  queueMicrotask(() => {
    if (!signal.aborted) onVisibility();
  });
  return () => {
    ended.abort();
    cancelAnimationFrame(request);
  };
}
