import { lazy } from "react";

export { InstallOffer } from "./InstallOffer.tsx";
export { watchInstall } from "./prompt.ts";

/** Only the settings need it. */
export const InstallSettings = lazy(() =>
  import("./InstallSettings.tsx").then((file) => ({ default: file.InstallSettings })),
);
