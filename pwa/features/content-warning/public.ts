import "./cover.css";
import { lazy } from "react";

export { useOffer } from "./ask.ts";
export { Covered, CoverSign, MediaToggle } from "./Cover.tsx";
export { MediaHost } from "./MediaHost.tsx";
export { useTextOnly } from "./store.ts";

/** For the settings page alone: what every screen imports from here would be in the first load otherwise. */
export const MediaSettings = lazy(() =>
  import("./MediaSettings.tsx").then((file) => ({ default: file.MediaSettings })),
);
