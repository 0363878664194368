/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const MediaSettings = lazy(() =>
  import("./MediaSettings.tsx").then((file) => ({ default: file.MediaSettings })),
);
