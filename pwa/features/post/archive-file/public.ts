import { lazy } from "react";

/** Contents of an archive file, lazily loaded. */
export const ArchiveInside = lazy(() =>
  import("./ArchiveInside.tsx").then((file) => ({ default: file.ArchiveInside })),
);
