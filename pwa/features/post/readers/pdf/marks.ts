/** Marks words in the text of pages by the CSS Custom Highlight API, where the browser has it. */
import { foldedPlaces } from "./find.ts";

const NAME = "pdf-found";

/** Ranges by text layer. */
const ranges = new Map<Element, Range[]>();

export function mark(layer: Element, query: string): void {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    for (const [start, end] of foldedPlaces(node.textContent ?? "", query)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      found.push(range);
    }
  }
  ranges.set(layer, found);
  show();
}

export function unmark(layer: Element): void {
  ranges.delete(layer);
  show();
}

function show(): void {
  if (typeof Highlight === "undefined") return;
  CSS.highlights.set(NAME, new Highlight(...[...ranges.values()].flat()));
}
