export { ContinueCard } from "./ContinueCard.tsx";
export type { Visit } from "./store.ts";
export { forgetTrail, forgetVisits, noteVisit, visits } from "./store.ts";
export { useReading } from "./use-reading.ts";
