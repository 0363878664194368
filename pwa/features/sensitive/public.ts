import "./cover.css";
import { lazy } from "react";

export { askForMedia, useOffer } from "./ask.ts";
export { Covered, CoverSign, MediaToggle } from "./Cover.tsx";
export { MediaHost } from "./MediaHost.tsx";
export { isCovered, toggleQuickHide, useCovered, useTextOnly } from "./store.ts";

/** For the settings page alone: what every screen imports from here would be in the first load otherwise. */
export const MediaSettings = lazy(() =>
  import("./MediaSettings.tsx").then((file) => ({ default: file.MediaSettings })),
);
