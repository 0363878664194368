import { lazy } from "react";
import type { MoreList } from "./MoreList.tsx";

/** Code that comes when it is needed. The renderer has it at once (pwa/ssr/worker.tsx): its markup stays until then. */
export const moreList = {
  Component: lazy(() =>
    import("./MoreList.tsx").then((file) => ({ default: file.MoreList })),
  ) as unknown as typeof MoreList,
};
