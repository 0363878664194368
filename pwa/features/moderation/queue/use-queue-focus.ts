import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Focuses the row of an item, scrolled into view. */
export function focusRow(item: Element | undefined): void {
  const row = item?.querySelector<HTMLElement>("[data-row]");
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

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
    const next = items[Math.min(before.index, items.length - 1)];
    if (next !== undefined) return focusRow(next);
    const heading = document.querySelector("h1");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus();
  });
}
