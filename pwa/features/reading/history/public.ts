export { ContinueCard } from "./ContinueCard.tsx";
export type { ReadingEntry, Visit } from "./store.ts";
export { clearHistory, noteVisit, reading, visits } from "./store.ts";
export { useReadingProgress } from "./use-reading-progress.ts";
