/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const ArchiveInside = lazy(() =>
  import("./ArchiveInside.tsx").then((file) => ({ default: file.ArchiveInside })),
);
