/** Lazy components of this folder. */
import { lazy } from "react";

export const PrivateSettings = lazy(() =>
  import("./PrivateSettings.tsx").then((file) => ({ default: file.PrivateSettings })),
);
