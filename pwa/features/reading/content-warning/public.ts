import "./hidden-media.css";
import { lazy } from "react";

export { Covered } from "./Covered.tsx";
export { CoverSign, MediaToggle } from "./HiddenMedia.tsx";
export { MediaHost } from "./MediaHost.tsx";
export { useOffer } from "./prompt.ts";
export { useTextOnly } from "./store.ts";

/** For the settings page alone: what every screen imports from here would be in the first load otherwise. */
export const MediaSettings = lazy(() =>
  import("./MediaSettings.tsx").then((file) => ({ default: file.MediaSettings })),
);
