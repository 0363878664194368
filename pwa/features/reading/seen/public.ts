export { markAllSeen, useOpenedMark } from "./actions.ts";
export { addMark, MOST, type PostKey, parseMarks, printMarks } from "./marks.ts";
export { SeenButton } from "./SeenButton.tsx";
export { SeenSettings } from "./SeenSettings.tsx";
export { isSeen, replaceSeen, seenMarks, subscribeSeen, useSeen } from "./store.ts";
export { unmarkTakenDown } from "./unmark-taken-down.ts";
export { useScrollMarks } from "./use-scroll-marks.ts";
export { type SeenList, useSeenList } from "./use-seen-list.ts";
