/** Hides all media with one key. In the initial bundle, so that it works immediately. */
import { useLayoutEffect } from "react";
import { isShortcut } from "../../../lib/shortcuts.ts";
import { toggleQuickHide } from "./store.ts";

const DOUBLE_PRESS_MS = 600;
const TYPING = "input, textarea, select, [contenteditable]";

/** Handles the shortcut (`b`) and double Escape, except while typing. */
export function useQuickHideKeys(): void {
  // In a layout effect, as the key may be pressed as soon as media are shown.
  useLayoutEffect(() => {
    let escaped = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (target?.closest(TYPING) != null) return;
      if (isShortcut(event, "media")) return toggleQuickHide();
      const isSecond = event.key === "Escape" && event.timeStamp - escaped < DOUBLE_PRESS_MS;
      if (isSecond) toggleQuickHide();
      escaped = event.key === "Escape" && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
