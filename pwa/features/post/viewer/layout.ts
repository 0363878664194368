/** Settings of this device: how the viewer lays out images, and the order in which they are read. */
import { createSetting, oneOf } from "../../../lib/setting.ts";
import type { ViewerImage } from "./image.ts";

/** One image at a time, two side by side as in an open book, or all below each other. */
export const LAYOUTS = ["one", "two", "strip"] as const;
export type Layout = (typeof LAYOUTS)[number];
export const viewerLayout = createSetting<Layout>("viewer-layout", oneOf(LAYOUTS), "one");

/** Values of the `dir` attribute. */
export const ORDERS = ["ltr", "rtl"] as const;
export type Order = (typeof ORDERS)[number];
export const viewerOrder = createSetting<Order>("viewer-order", oneOf(ORDERS), "ltr");

/**
 * Groups images as an open book shows them: the first one, which is the cover, and wide ones alone, the others in pairs.
 * An image of unknown size counts as a page.
 * @returns groups of indexes
 */
export function spreadsOf(images: readonly ViewerImage[]): number[][] {
  const spreads: number[][] = [];
  for (const [index, image] of images.entries()) {
    const last = spreads.at(-1);
    const before = last?.length === 1 ? images[last[0] ?? 0] : undefined;
    const isSecond = index > 1 && before !== undefined && isPage(before) && isPage(image);
    if (last !== undefined && isSecond) last.push(index);
    else spreads.push([index]);
  }
  return spreads;
}

const isPage = ({ width = 0, height = 0 }: ViewerImage) => width <= height;
