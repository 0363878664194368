/** The image viewer, loaded when first opened, or earlier when the browser is idle. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { savesData } from "../../../lib/data-saver.ts";
import { whenIdle } from "../../../lib/when-idle.ts";
import type { ExtraTool, ViewerImage } from "./image.ts";

const load = () => import("./Viewer.tsx");
const Viewer = lazy(() => load().then((file) => ({ default: file.Viewer })));

export interface ViewerControl {
  open: (path: string) => void;
  /** Element to render anywhere on the page. */
  element: ReactNode;
}

/** Attribute of elements that open an image; closing the viewer returns to them. */
export const VIEWER_ANCHOR = "data-image-path";

/** Called with the number of the shown image, from 1; with undefined after closing. */
export type ShownListener = (shown: { path: string; number: number; total: number } | undefined) => void;

/** @param service of the images, for content warnings */
export function useViewer(
  images: readonly ViewerImage[],
  service: string,
  onShow?: ShownListener,
  extraTool?: ExtraTool,
): ViewerControl {
  const [start, setStart] = useState<{ index: number; opening: number }>();
  const isNeeded = images.length > 0;
  useEffect(() => {
    if (isNeeded && !savesData()) return whenIdle(() => void load().catch(() => {})); // the error is shown on opening
  }, [isNeeded]);
  const close = (index: number) => {
    setStart(undefined);
    onShow?.(undefined);
    const path = CSS.escape(images[index]?.path ?? "");
    document.querySelector<HTMLElement>(`[${VIEWER_ANCHOR}="${path}"]`)?.focus();
  };
  const show = (index: number) => {
    const path = images[index]?.path;
    if (path !== undefined) onShow?.({ path, number: index + 1, total: images.length });
  };
  return {
    open: (path) => {
      const index = images.findIndex((image) => image.path === path);
      // A new dialog for each opening: its close event may fire after the next opening.
      if (index >= 0) setStart((before) => ({ index, opening: (before?.opening ?? 0) + 1 }));
    },
    element:
      start === undefined ? null : (
        <Suspense fallback={null}>
          <Viewer
            key={start.opening}
            images={images}
            service={service}
            start={start.index}
            extraTool={extraTool}
            onShow={show}
            onClose={close}
          />
        </Suspense>
      ),
  };
}
