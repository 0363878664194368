/** Scroll and focus after a navigation: a new page starts at its heading; going back restores where it was left. */
import type { AnyRouter, HistoryLocation, RouterHistory } from "@tanstack/react-router";
import { noteNavigation } from "../../lib/navigation-type.ts";
import { restoreScroll, scrollToHeight } from "../../lib/restore-scroll.ts";

/** How a page was left. */
interface Position {
  y?: number;
  /** The link that was followed, and which of those with its address. */
  href?: string;
  nth?: number;
}

const STORED = "positions";
/** So many pages of the history are remembered. */
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

  /** The page that stands, and the one that the address names: for a while another, and the height is still the first's. */
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
  // Before the link itself navigates.
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
      // blocked or full: remembered as long as the page
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
  /** The heading may come with the content; whoever has gone elsewhere by then stays there. */
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

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)];
}

/** The page was loaded again, or the browser came back to it. */
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
