/** Reader settings on this device. */
import { createLook } from "../../../lib/appearance.ts";

/** Font sizes are percentages of the app's own. */
export const READING_RULES = {
  font: ["system", "sans", "serif"],
  size: { min: 0.8, max: 1.8, step: 0.05, initial: 1 },
  line: { min: 1.3, max: 2.3, step: 0.1, initial: 1.7 },
  width: ["normal", "narrow", "wide", "full"],
  align: ["start", "justify"],
} as const;

/** From narrow to wide, for the select. */
export const WIDTHS = ["narrow", "normal", "wide", "full"] as const;

export const reading = createLook("reader", READING_RULES);
