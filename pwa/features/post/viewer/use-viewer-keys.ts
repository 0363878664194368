import { type RefObject, useLayoutEffect, useRef } from "react";

/** Actions by key name. The dialog handles Escape itself. */
export type KeyTable = Record<string, () => void>;

/** Handles keys of the viewer and keeps them from the page's shortcuts. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, keys: KeyTable): void {
  const latest = useRef(keys);
  latest.current = keys;
  // In a layout effect, as keys may be pressed as soon as the dialog is open.
  useLayoutEffect(() => {
    const box = dialog.current;
    if (box === null) return;
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    box.addEventListener("keydown", onKey);
    return () => box.removeEventListener("keydown", onKey);
  }, [dialog]);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches("input:not([type=range]), textarea, select");
