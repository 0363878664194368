import { type RefObject, useLayoutEffect, useRef } from "react";

/** What a key does in the viewer, by its name. Escape is the dialog's own. */
export type KeyTable = Record<string, () => void>;

/** While the viewer is open no key reaches the page's own shortcuts. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, keys: KeyTable): void {
  const latest = useRef(keys);
  latest.current = keys;
  // As soon as the dialog is open, a key may be pressed.
  useLayoutEffect(() => {
    const box = dialog.current;
    if (box === null) return;
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    box.addEventListener("keydown", onKey);
    return () => box.removeEventListener("keydown", onKey);
  }, [dialog]);
}
