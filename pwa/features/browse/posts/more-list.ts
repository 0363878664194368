import { lazy } from "react";
import type { MoreList } from "./MoreList.tsx";

/**
 * Lazy component. The server renderer loads it eagerly (pwa/ssr/worker.tsx); its markup stays until the code is loaded.
 */
export const moreList = {
  Component: lazy(() =>
    import("./MoreList.tsx").then((file) => ({ default: file.MoreList })),
  ) as unknown as typeof MoreList,
};
