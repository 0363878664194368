export { KeyLocation } from "./KeyLocations.tsx";
export { useTexts } from "./use-texts.ts";
