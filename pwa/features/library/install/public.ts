import { lazy } from "react";

export { offered, watchInstall } from "./prompt.ts";

/** Only where the browser offers it. */
export const InstallItem = lazy(() =>
  import("./InstallItem.tsx").then((file) => ({ default: file.InstallItem })),
);

/** Only the deferred parts need it, which come after the first load. */
export const InstallOffer = lazy(() =>
  import("./InstallOffer.tsx").then((file) => ({ default: file.InstallOffer })),
);

/** Only the settings need it. */
export const InstallSettings = lazy(() =>
  import("./InstallSettings.tsx").then((file) => ({ default: file.InstallSettings })),
);
