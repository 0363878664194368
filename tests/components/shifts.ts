/** Records layout shifts that no action of the visitor caused. */

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Sum of all shifts that nobody sees. */
const LIMIT = 0.02;

/**
 * Watches from now on.
 * @returns ends it and names what has moved; none is an empty list
 */
export function watchShifts(): () => Promise<string[]> {
  const found: LayoutShift[] = [];
  const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as LayoutShift[])));
  observer.observe({ type: "layout-shift" });
  return async () => {
    await nextFrame();
    await nextFrame(); // a shift is reported after the frame in which it was painted
    found.push(...(observer.takeRecords() as LayoutShift[]));
    observer.disconnect();
    const shifts = found.filter(({ hadRecentInput }) => !hadRecentInput);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    return total <= LIMIT ? [] : shifts.map(print);
  };
}

export const nextFrame = () => new Promise(requestAnimationFrame);

function print({ value, sources }: LayoutShift): string {
  const places = sources.map(
    ({ node, previousRect, currentRect }) => `${nameOf(node)} ${previousRect.y}→${currentRect.y}`,
  );
  return `${value.toFixed(4)} (${places.join(", ")})`;
}

function nameOf(node: Node | null): string {
  return node instanceof Element
    ? `${node.tagName}.${node.getAttribute("class") ?? ""}`
    : String(node?.nodeName);
}
