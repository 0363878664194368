import "./cover.css";

export { askForMedia, useOffer } from "./ask.ts";
export { Covered, CoverSign, MediaToggle } from "./Cover.tsx";
export { MediaHost } from "./MediaHost.tsx";
export { MediaSettings } from "./MediaSettings.tsx";
export { isCovered, toggleQuickHide, useCovered, useTextOnly } from "./store.ts";
