/** Lazy components of this folder. */
import { lazy } from "react";

export const MediaSettings = lazy(() =>
  import("./MediaSettings.tsx").then((file) => ({ default: file.MediaSettings })),
);
