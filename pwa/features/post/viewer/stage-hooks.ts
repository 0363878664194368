import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { savesData } from "../../../lib/data-saver.ts";
import { imageAddress } from "../../../lib/file-address.ts";
import type { ViewerImage } from "./image.ts";
import type { Order } from "./layout.ts";
import type { Source } from "./source.ts";
import { positionOf, type Size, type View, widthsAt } from "./view.ts";

/** Delay of preloading neighbors, so that fast paging does not fetch every image. */
const PRELOAD_MS = 150;

/**
 * Reports the size of the stage, initially and on change.
 * @param isStrip true while there is no stage
 */
export function useStageSize(
  stage: RefObject<HTMLElement | null>,
  isStrip: boolean,
  onSize: (size: Size) => void,
): void {
  const latest = useRef(onSize);
  latest.current = onSize;
  useEffect(() => {
    const box = stage.current;
    if (isStrip || box === null) return;
    const observer = new ResizeObserver(() =>
      latest.current({ width: box.clientWidth, height: box.clientHeight }),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [stage, isStrip]);
}

/**
 * Sets custom properties by script, which the CSP allows, unlike style attributes.
 * @param order of the parts
 */
export function useShown(stage: RefObject<HTMLElement | null>, view: View, order: Order): void {
  const { scale, x, y } = positionOf(view);
  const { image, parts } = view;
  useLayoutEffect(() => {
    const set = (name: string, pixels: number) => stage.current?.style.setProperty(name, `${pixels}px`);
    const [width, height] = [(image?.width ?? 0) * scale, (image?.height ?? 0) * scale];
    const widths = widthsAt(parts, height);
    const [left = 0, right = 0] = order === "rtl" ? widths.reverse() : widths;
    set("--width", width);
    set("--height", height);
    set("--left", left);
    set("--right", right);
    set("--x", x);
    set("--y", y);
  }, [stage, image, parts, order, scale, x, y]);
}

/** Loads and decodes the two images after the shown one and the one before it, unless data saver is on. */
export function usePreloaded(images: readonly ViewerImage[], index: number, source: Source): void {
  const held = useRef<HTMLImageElement[]>([]);
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      held.current = neighbors(images, index).flatMap((image) => fetched(image, source));
    }, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [images, index, source]);
}

/** In the order they are needed, without the shown one; the index goes round. */
function neighbors(images: readonly ViewerImage[], index: number): ViewerImage[] {
  const places = new Set([1, 2, -1].map((by) => (index + by + images.length) % images.length));
  places.delete(index);
  return [...places].flatMap((at) => images[at] ?? []);
}

function fetched(image: ViewerImage, source: Source): HTMLImageElement[] {
  const addresses = [thumbnailAddress(image.path, 800)];
  if (source === "original") addresses.push(imageAddress(image));
  return addresses.map((address) => {
    const element = new Image();
    element.decoding = "async";
    element.src = address;
    element.decode().catch(() => {}); // one that fails is tried again when shown
    return element;
  });
}

export function toggleFullscreen(frame: HTMLElement | null): void {
  const change = document.fullscreenElement === null ? frame?.requestFullscreen() : document.exitFullscreen();
  change?.catch(() => {}); // denied: nothing changes
}
