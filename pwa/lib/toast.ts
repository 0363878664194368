/** A short notice about the last action, with undo, or its error (shown by app/shell/Notices). */
import { createStore } from "./create-store.ts";

export interface Flash {
  text: string;
  /** Omitted if nothing was changed. */
  undo?: () => void;
  /** A further action. */
  more?: { label: string; act: () => Promise<void> } | undefined;
}

/** Long enough to read it and reach the button by keyboard; component tests wait longer for a busy machine. */
export const shownFor = { ms: 10_000 };
const shown = createStore<Flash | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

export const useFlash = shown.use;

export function flash(next: Flash | undefined): void {
  clearTimeout(timer);
  timer = undefined;
  shown.set(next);
}

/** Starts the time of the notice, once it is on the screen: what shows it may load after the action. */
export function startFlash(): void {
  timer ??= setTimeout(() => flash(undefined), shownFor.ms);
}
