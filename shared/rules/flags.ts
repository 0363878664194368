/** Reasons for a flag. */
export const FLAG_REASONS = [
  "missing-files",
  "corrupted-files",
  "wrong-files",
  "wrong-creator",
  "duplicate",
  "outdated",
] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];
