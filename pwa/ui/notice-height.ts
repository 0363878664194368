/** Pixels that the notices take at the bottom of the window (notice-container.ts), for what floats above them. */
import type { CSSProperties } from "react";
import { createStore } from "../lib/create-store.ts";

export const noticeHeight = createStore(0);

/**
 * Sets `--notice` for one element: inherited from the root, each change would restyle the whole page.
 * @returns undefined without notices, as pages of the server may have no style of an element
 */
export function useAboveNotices(): CSSProperties | undefined {
  const height = noticeHeight.use();
  return height === 0 ? undefined : ({ "--notice": `${height}px` } as CSSProperties);
}
