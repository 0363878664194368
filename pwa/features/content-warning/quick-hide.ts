/** One key hides all media at once, and the page title. */
import { useEffect } from "react";
import { isShortcut } from "../../lib/shortcuts.ts";
import { SITE_NAME } from "../../ui/PageHeading.tsx";
import { toggleQuickHide } from "./store.ts";

const TWICE_MS = 600;
const TYPING = "input, textarea, select, [contenteditable]";

/** The shortcut (`b`), or Escape twice; neither where somebody types. */
export function useQuickHideKeys(): void {
  useEffect(() => {
    let escaped = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (target?.closest(TYPING) != null) return;
      if (isShortcut(event, "media")) return toggleQuickHide();
      if (event.key !== "Escape") {
        escaped = Number.NEGATIVE_INFINITY;
        return;
      }
      if (event.timeStamp - escaped < TWICE_MS) toggleQuickHide();
      escaped = event.timeStamp - escaped < TWICE_MS ? Number.NEGATIVE_INFINITY : event.timeStamp;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** The document title is the site name while everything is hidden. */
export function useNeutralTitle(isHidden: boolean): void {
  useEffect(() => {
    const title = document.querySelector("title");
    if (!isHidden || title === null) return;
    let own = document.title;
    const cover = () => {
      if (document.title === SITE_NAME) return;
      own = document.title;
      document.title = SITE_NAME;
    };
    cover();
    const renamed = new MutationObserver(cover);
    renamed.observe(title, { childList: true, characterData: true, subtree: true });
    return () => {
      renamed.disconnect();
      document.title = own;
    };
  }, [isHidden]);
}
