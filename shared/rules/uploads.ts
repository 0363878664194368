/** Rules and states of uploads. */
import { typeOfMedia } from "./file-types.ts";

/** `off`: no uploads; `moderated`: a moderator reviews each file; `open`: published after the checks. */
export const UPLOAD_MODES = ["off", "moderated", "open"] as const;

export const UPLOAD_STATES = [
  "receiving",
  "received", // complete, not checked yet
  "waiting", // for a moderator
  "publishing",
  "published",
  "refused", // by a moderator
  "failed",
] as const;

/** `not_scanned`: too large for the scanner, or no scanner is configured. */
export const SCAN_VERDICTS = ["clean", "infected", "not_scanned"] as const;
export type ScanVerdict = (typeof SCAN_VERDICTS)[number];

/** In characters. */
export const MAX_FILE_NAME = 255;
export const MAX_UPLOAD_TITLE = 200;
export const MAX_REFUSAL = 500;

/** True if a list such as `image/*,application/pdf` includes a media type; `*` includes all. */
export function isAllowedKind(kinds: readonly string[], mime: string): boolean {
  return kinds.some(
    (kind) =>
      kind === "*" || isSame(kind, mime) || (kind.endsWith("/*") && mime.startsWith(kind.slice(0, -1))),
  );
}

/** True also for two names of one type, such as `application/vnd.rar` and `application/x-rar-compressed`. */
function isSame(one: string, other: string): boolean {
  return one === other || typeOfMedia(one)?.types.includes(other) === true;
}
