/** When the parts of the frame come that a first screen does without; a key that is pressed before is kept for them. */

import { afterLoad } from "../../lib/after-load.ts";

const AFTER_LOAD_MS = 1_000;

let keys: KeyboardEvent[] | undefined = [];
let begin = () => {};
const due = new Promise<void>((resolve) => {
  begin = resolve;
});

function note(event: KeyboardEvent): void {
  keys?.push(event);
  begin();
}

/** Called once, when the app has the page. */
export function awaitLateParts(): void {
  document.addEventListener("keydown", note);
  afterLoad(begin, AFTER_LOAD_MS);
}

/** Resolves a moment after load, or at the first key. */
export function lateParts(): Promise<void> {
  return due;
}

/** Keys that nobody has listened to yet; from now on the caller does. */
export function takeKeys(): KeyboardEvent[] {
  document.removeEventListener("keydown", note);
  const taken = keys ?? [];
  keys = undefined;
  return taken;
}
