/** Restores scroll position and focus: new pages start at their heading; Back returns to the previous position. */
import type { AnyRouter, HistoryLocation, RouterHistory } from "@tanstack/react-router";
import { noteNavigation } from "../../lib/navigation-type.ts";
import { restoreScroll, scrollToHeight } from "../../lib/restore-scroll.ts";

/** Position at which a page was left. */
interface Position {
  y?: number;
  /** The followed link, and its index among links with the same address. */
  href?: string;
  nth?: number;
}

const STORED = "positions";
/** Maximum number of remembered history entries. */
const MAX_ENTRIES = 200;

export function restoreScrollPositions(router: AnyRouter): void {
  const positions = new Map<string, Position>(stored());
  const note = (key: string | undefined, position: Position) => {
    if (key === undefined) return;
    const before = positions.get(key);
    positions.delete(key);
    positions.set(key, { ...before, ...position });
    const [oldest] = positions.keys();
    if (positions.size > MAX_ENTRIES && oldest !== undefined) positions.delete(oldest);
  };
  let isBack = isReload();
  let hasArrived = false;
  const keyOf = (location: Pick<HistoryLocation, "state">) => location.state.__TSR_key;

  /**
   * The rendered page and the one in the address; during a navigation they differ, and the height is still that of
   * the first.
   */
  let shown = keyOf(router.history.location);
  let current = shown;

  noteNavigation(isBack && positions.has(current ?? ""), { isFirst: true });
  router.history.subscribe(
    ({ location, action }: Parameters<Parameters<RouterHistory["subscribe"]>[0]>[0]) => {
      isBack = action.type !== "PUSH" && action.type !== "REPLACE";
      noteNavigation(isBack);
      if (current === shown) note(shown, { y: scrollY });
      current = keyOf(location);
    },
  );
  // Runs before the link navigates.
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLElement>("a[href]") : null;
      const href = link?.getAttribute("href");
      if (link === null || href === null || href === undefined) return;
      note(keyOf(router.history.location), {
        href,
        nth: Math.max(0, linksTo(href).indexOf(link)),
      });
    },
    { capture: true },
  );
  addEventListener("pagehide", () => {
    note(keyOf(router.history.location), { y: scrollY });
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...positions]));
    } catch {
      // blocked or full: kept as long as the page
    }
  });
  router.subscribe("onRendered", ({ toLocation, pathChanged }) => {
    const isFirst = !hasArrived;
    hasArrived = true;
    shown = keyOf(toLocation);
    const position = isBack ? positions.get(keyOf(toLocation) ?? "") : undefined;
    arrive(position, { takesFocus: !isFirst && pathChanged });
  });
}

function arrive(position: Position | undefined, { takesFocus }: { takesFocus: boolean }): void {
  const before = document.activeElement;
  /** Waits for the heading, unless the focus has moved meanwhile. */
  const focusHeading = () => {
    const { activeElement } = document;
    if (!takesFocus || (activeElement !== before && activeElement !== document.body)) return true;
    const heading = document.querySelector<HTMLElement>("[data-page-heading]");
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  const { y = 0, href, nth = 0 } = position ?? {};
  restoreScroll(
    () => {
      if (position !== undefined && !scrollToHeight(y)) return false;
      if (!takesFocus || href === undefined) return focusHeading();
      const links = linksTo(href);
      (links[nth] ?? links[0])?.focus({ preventScroll: true });
      return links.length > 0;
    },
    () => void focusHeading(),
  );
}

/** Links of the page's content with this address. Not by a selector, which takes ten times as long before a press is answered. */
function linksTo(href: string): HTMLElement[] {
  const links = document.querySelector("main")?.getElementsByTagName("a") ?? [];
  return [...links].filter((link) => link.getAttribute("href") === href);
}

/** True after a reload or a return to the page by the browser. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
}

function stored(): [string, Position][] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(value) ? (value as [string, Position][]) : [];
  } catch {
    return [];
  }
}
