/** The image viewer; its code comes when it is first opened, or before when the browser has nothing to do. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { savesData } from "../../lib/data-saver.ts";
import type { ViewerImage } from "./image.ts";

export type { ViewerImage };

const load = () => import("./Viewer.tsx");
const Viewer = lazy(() => load().then((file) => ({ default: file.Viewer })));

export interface ViewerControl {
  open: (path: string) => void;
  /** To be put anywhere on the page. */
  element: ReactNode;
}

/** Elements that open an image carry this, so that closing the viewer can come back to them. */
export const VIEWER_ANCHOR = "data-image-path";

export function useViewer(images: readonly ViewerImage[]): ViewerControl {
  const [start, setStart] = useState<number>();
  const isNeeded = images.length > 0;
  useEffect(() => {
    if (isNeeded && !savesData()) return whenIdle(() => void load().catch(() => {})); // said when it is opened
  }, [isNeeded]);
  const close = (index: number) => {
    setStart(undefined);
    const path = CSS.escape(images[index]?.path ?? "");
    document.querySelector<HTMLElement>(`[${VIEWER_ANCHOR}="${path}"]`)?.focus();
  };
  return {
    open: (path) => {
      const index = images.findIndex((image) => image.path === path);
      if (index >= 0) setStart(index);
    },
    element:
      start === undefined ? null : (
        <Suspense fallback={null}>
          <Viewer images={images} start={start} onClose={close} />
        </Suspense>
      ),
  };
}

function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(task, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}
