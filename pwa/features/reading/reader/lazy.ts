/** Lazy components of this folder. */
import { lazy } from "react";

export const ReaderChoices = lazy(() =>
  import("./ReaderChoices.tsx").then((file) => ({ default: file.ReaderChoices })),
);
