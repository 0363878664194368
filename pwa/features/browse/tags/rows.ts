/** Virtualizes a list of rows of equal height. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Rows rendered and removed at a time. */
const STEP = 8;

export interface RowsView {
  /** Distance of the list's top from the window's, in pixels. */
  top: number;
  rowHeight: number;
  /** Height of the window. */
  height: number;
  rows: number;
}

/** Range of rendered rows: first, and one after the last; one step more than visible on either side. */
export function visibleRows({ top, rowHeight, height, rows }: RowsView): [number, number] {
  const last = Math.min(rows, (Math.ceil((height - top) / rowHeight / STEP) + 1) * STEP);
  const first = Math.max(0, (Math.floor(-top / rowHeight / STEP) - 1) * STEP);
  return [Math.min(first, Math.max(0, Math.floor((rows - 1) / STEP) * STEP)), Math.max(0, last)];
}

export interface Shape {
  columns: number;
  from: number;
  until: number;
}

/** Range of rows by scroll position and width of the list; a default range before it is measured. */
export function useVisibleRows(
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, minWidth }: { count: number; rowHeight: number; minWidth: number },
): Shape {
  const [shape, setShape] = useState<Shape>({ columns: 1, from: 0, until: 24 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const columns = Math.max(1, Math.floor(width / minWidth));
      const rows = Math.ceil(count / columns);
      const [from, until] = visibleRows({ top, rowHeight, height: innerHeight, rows });
      setShape((before) =>
        before.columns === columns && before.from === from && before.until === until
          ? before
          : { columns, from, until },
      );
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    addEventListener("scroll", measure, { passive: true });
    return () => {
      resized.disconnect();
      removeEventListener("scroll", measure);
    };
  }, [box, count, rowHeight, minWidth]);
  return shape;
}
