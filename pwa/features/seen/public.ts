export { useOpenedMark } from "./actions.ts";
export { addMark, parseMarks, printMarks } from "./marks.ts";
export { SeenButton } from "./SeenButton.tsx";
export { SeenSettings } from "./SeenSettings.tsx";
export { useScrollMarks } from "./use-scroll-marks.ts";
export { type SeenList, useSeenList } from "./use-seen-list.ts";
