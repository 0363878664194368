/** Lazy components of this folder. */
import { lazy } from "react";

export const ArchiveInside = lazy(() =>
  import("./ArchiveInside.tsx").then((file) => ({ default: file.ArchiveInside })),
);
