import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a list whose items leave it once they are decided: the next item gets it, or the last one; with
 * none left the heading of the page. For the component that renders the list.
 * @param list parent of the items
 */
export function useQueueFocus(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ item: Element; index: number }>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const items = [...(list.current?.children ?? [])];
      const index = items.findIndex((item) => item.contains(target as Node));
      const item = items[index];
      focused.current = item === undefined ? undefined : { item, index };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  useLayoutEffect(() => {
    const before = focused.current;
    if (before === undefined || before.item.isConnected || document.activeElement !== document.body) return;
    focused.current = undefined;
    const items = list.current?.children ?? [];
    const next = items[Math.min(before.index, items.length - 1)] ?? document.querySelector("h1");
    if (!(next instanceof HTMLElement)) return;
    if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
    next.focus();
  });
}
