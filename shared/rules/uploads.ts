/** What may be uploaded, and what becomes of it. */

/** `off`: nothing is taken; `moderated`: a moderator looks at each file first; `open`: published once it is checked. */
export const UPLOAD_MODES = ["off", "moderated", "open"] as const;

export const UPLOAD_STATES = [
  "receiving",
  "received", // whole, not checked yet
  "waiting", // for a moderator
  "publishing",
  "published",
  "refused", // by a moderator
  "failed",
] as const;

/** `not_scanned`: too large for the scanner, or there was none. */
export const SCAN_VERDICTS = ["clean", "infected", "not_scanned"] as const;
export type ScanVerdict = (typeof SCAN_VERDICTS)[number];

/** Characters. */
export const MAX_FILE_NAME = 255;
export const MAX_UPLOAD_TITLE = 200;
export const MAX_REFUSAL = 500;

/** Whether a list such as `image/*,application/pdf` has a media type; `*` has every one. */
export function isAllowedKind(kinds: readonly string[], mime: string): boolean {
  return kinds.some(
    (kind) => kind === "*" || kind === mime || (kind.endsWith("/*") && mime.startsWith(kind.slice(0, -1))),
  );
}
