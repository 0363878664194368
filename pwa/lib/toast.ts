/** A short notice about what was just done, with the way back, or why not (shown by app/Notices). */

export interface Flash {
  text: string;
  /** Left out where nothing was done. */
  undo?: () => void;
}

/** Long enough to read it and to reach the button by keyboard. */
const SHOWN_MS = 10_000;
const listeners = new Set<() => void>();
let shown: Flash | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function flash(next: Flash | undefined): void {
  clearTimeout(timer);
  shown = next;
  if (next !== undefined) timer = setTimeout(() => flash(undefined), SHOWN_MS);
  for (const listener of listeners) listener();
}

export const currentFlash = (): Flash | undefined => shown;

export function onFlash(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
