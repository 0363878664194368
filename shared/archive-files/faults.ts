/**
 * Reasons why an archive file has no listing, or a file inside cannot be unpacked. `too slow` and `too large` are our
 * limits, `locked` means that it needs another password, the others are problems of the file.
 */
export const FAULTS = ["not an archive", "unreadable", "locked", "too large", "too slow", "crashed"] as const;
export type Fault = (typeof FAULTS)[number];
