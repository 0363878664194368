/** How much of what was browsed may stay on this device. */
import { createSetting, oneOf } from "../../lib/setting.ts";

/** Megabytes of text; 0 keeps nothing. */
export const CAPS = ["0", "50", "200", "500", "1000"] as const;
export type Cap = (typeof CAPS)[number];

export const cap = createSetting<Cap>("browsed-cap", oneOf(CAPS), "200");

export function capBytes(): number {
  return Number(cap.get()) * 1_000_000;
}
