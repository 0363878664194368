import { lazy } from "react";

/** What is in an archive; its code comes when it is opened. */
export const ArchiveInside = lazy(() =>
  import("./ArchiveInside.tsx").then((file) => ({ default: file.ArchiveInside })),
);
