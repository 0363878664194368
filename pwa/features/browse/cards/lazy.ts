/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const CardChoices = lazy(() =>
  import("./CardChoices.tsx").then((file) => ({ default: file.CardChoices })),
);
