/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const ReaderChoices = lazy(() =>
  import("./ReaderChoices.tsx").then((file) => ({ default: file.ReaderChoices })),
);
