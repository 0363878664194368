/** Says whether the page can do without the core that the hashing leaves to it (decision 0022). Times are milliseconds. */

/** A frame that took longer is late, as for the browser's own long animation frames. */
const LATE_MS = 50;
/** Without a late frame and without input before the page is calm; twice as long each time that a calm page had a late one. */
const CALM_AFTER_MS = 1_000;
const LONGEST_MS = 60_000;
const INPUTS = ["pointerdown", "pointermove", "touchmove", "wheel", "scroll", "keydown"];

/** The rule, without a browser. */
export class Calm {
  isCalm = false;
  private after = CALM_AFTER_MS;
  private frameAt: number | undefined;

  /** @param since of the last disturbance */
  constructor(private since: number) {}

  frame(now: number): void {
    const isLate = now - (this.frameAt ?? now) > LATE_MS;
    this.frameAt = now;
    if (isLate && this.isCalm) this.after = Math.min(this.after * 2, LONGEST_MS);
    if (isLate) this.disturb(now);
    else if (now - this.since >= this.after) this.isCalm = true;
  }

  /** A person uses the page, or it was just shown. */
  disturb(now: number): void {
    this.since = now;
    this.isCalm = false;
  }

  /** No frames come for a while, and that makes none late. */
  hide(): void {
    this.frameAt = undefined;
    this.isCalm = true;
  }
}

/**
 * Starts as not calm; a hidden page is.
 * @param onChange never called before this returns
 * @returns ends it
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
