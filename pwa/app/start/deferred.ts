/** Schedules parts of the layout that the first screen does not need; earlier key presses are kept for them. */

import { afterLoad } from "../../lib/after-load.ts";

const AFTER_LOAD_MS = 1_000;

let keys: KeyboardEvent[] | undefined = [];
let start = () => {};
const due = new Promise<void>((resolve) => {
  start = resolve;
});

function note(event: KeyboardEvent): void {
  keys?.push(event);
  start();
}

/** Called once, when the page is interactive. */
export function startDeferredParts(): void {
  document.addEventListener("keydown", note);
  afterLoad(start, AFTER_LOAD_MS);
}

/** Resolves a moment after load, or at the first key. */
export function deferredParts(): Promise<void> {
  return due;
}

/** Returns unhandled keys; the caller handles later ones. */
export function takeKeys(): KeyboardEvent[] {
  document.removeEventListener("keydown", note);
  const taken = keys ?? [];
  keys = undefined;
  return taken;
}
