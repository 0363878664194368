/** Lazy components of this folder. */
import { lazy } from "react";

export const InstallItem = lazy(() =>
  import("./InstallItem.tsx").then((file) => ({ default: file.InstallItem })),
);

export const InstallOffer = lazy(() =>
  import("./InstallOffer.tsx").then((file) => ({ default: file.InstallOffer })),
);

export const InstallSettings = lazy(() =>
  import("./InstallSettings.tsx").then((file) => ({ default: file.InstallSettings })),
);
