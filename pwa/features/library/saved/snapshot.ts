/**
 * A snapshot of the library: stored as data, so that it shows at once when it is opened the next time, on a slow phone
 * too (`pwa/public/snapshot.js` builds it). Any change of what is saved deletes it (`changeSavedMarks`), so that it never
 * shows what was deleted or taken down.
 */
import { useEffect } from "react";
import { NARROW } from "../../../lib/media-query.ts";
import { readStored, SNAPSHOT, writeStored } from "../../../lib/storage.ts";

/** A text, or a tag with attributes and content. */
type Node = string | [tag: string, attributes: [name: string, value: string][], nodes: Node[]];

interface Snapshot {
  /** Class names are those of one build. */
  build: string;
  locale: string;
  isNarrow: boolean;
  styles: string[];
  nodes: Node[];
}

/** In heights of the window: what begins lower is left out. */
const SCREENFUL = 1.25;
const LONGEST = 100_000;
const SETTLED_MS = 1_000;

/**
 * Stores it a moment after the last change.
 * @param isUsual nothing is filtered, picked or being saved
 * @param changes whatever makes it look different
 */
export function useSnapshot(isUsual: boolean, ...changes: unknown[]): void {
  useEffect(() => {
    if (!isUsual) return;
    const timer = setTimeout(keep, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isUsual, ...changes]);
}

function keep(): void {
  const root = document.getElementById("root");
  const build = document.querySelector<HTMLMetaElement>('meta[name="entry"]')?.content;
  const isOpen = document.querySelector("dialog:modal, [role=status][aria-label]") !== null;
  if (root === null || build === undefined || isOpen || location.pathname !== "/saved") return;
  const snapshot: Snapshot = {
    build,
    locale: `${readStored("locale") ?? null} ${navigator.languages}`,
    isNarrow: matchMedia(NARROW).matches,
    styles: [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
      .filter(({ sheet }) => sheet === null || isUsed(sheet.cssRules))
      .map((link) => new URL(link.href).pathname),
    nodes: [...root.children].map(copyOf),
  };
  const text = JSON.stringify(snapshot);
  if (text.length <= LONGEST) writeStored(SNAPSHOT, text);
}

/** Whether a style is one of the page as it looks now: others were loaded for what may be opened in it. */
function isUsed(rules: CSSRuleList): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof CSSStyleRule) return document.querySelector(rule.selectorText) !== null;
    return rule instanceof CSSGroupingRule && isUsed(rule.cssRules);
  });
}

function copyOf(element: Element): Node {
  const nodes: Node[] = [];
  for (const child of element.childNodes) {
    if (child instanceof Text) nodes.push(child.data);
    else if (child instanceof Element && !isBelow(child)) nodes.push(copyOf(child));
  }
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as [string, string]);
  return [element.localName, attributes, nodes];
}

/** Below the first screen, however far the page is scrolled now. */
const isBelow = (element: Element) =>
  element.matches("main *, footer") &&
  element.getBoundingClientRect().top + scrollY > innerHeight * SCREENFUL;
