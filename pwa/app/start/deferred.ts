/** When the parts of the shell load that a first screen does without; keys pressed before are kept for them. */

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

/** Keys that have not been handled yet; from now on the caller handles them. */
export function takeKeys(): KeyboardEvent[] {
  document.removeEventListener("keydown", note);
  const taken = keys ?? [];
  keys = undefined;
  return taken;
}
