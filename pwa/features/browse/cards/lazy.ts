/** Lazy components of this folder. */
import { lazy } from "react";

export const CardChoices = lazy(() =>
  import("./CardChoices.tsx").then((file) => ({ default: file.CardChoices })),
);
