/** Appearance of post cards on this device, apart from their size. */
import { createLook } from "../../../lib/appearance.ts";

export const CARD_RULES = {
  density: ["comfortable", "compact"],
  words: ["under", "over"],
  shape: ["square", "wide"],
} as const;

export const cardLook = createLook("cards", CARD_RULES, { ssr: "sent" });
