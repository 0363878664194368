/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const PrivateSettings = lazy(() =>
  import("./PrivateSettings.tsx").then((file) => ({ default: file.PrivateSettings })),
);
