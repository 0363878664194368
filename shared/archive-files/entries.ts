/** Files inside an archive file, as a listing names them. */
import type { ArchivePart } from "../rules/archive-parts.ts";
import { hasThumbnail } from "../rules/image-types.ts";
import { decodeNames } from "../text/decode-names.ts";
import { BATCH_BYTES, BATCH_FILES } from "./limits.ts";
import { bytesOf } from "./parser.mjs";
import { uniqueName, uniqueNames } from "./unique-names.ts";

export interface Entry {
  name: string;
  /** Number of earlier files of this name. */
  nth: number;
  /** Declared unpacked size; null if unknown. */
  bytes: number | null;
}

/** @param names one character for each byte, in any encoding */
export function readNames(names: readonly string[]): string[] {
  return decodeNames(names.map(bytesOf)).map((name) => name.replaceAll("\0", "_")); // PostgreSQL cannot store NUL
}

/** Index of each entry among the names that the parser lists; null for those that it does not have. */
export function indexesOf(names: readonly string[], entries: readonly Entry[]): (number | null)[] {
  const indexes = new Map(uniqueNames(names).map((name, at) => [name, at]));
  return entries.map(({ name, nth }) => indexes.get(uniqueName(name, nth)) ?? null);
}

/** Images that follow an image and are unpacked with it, as long as they are small. */
export function following(entry: Entry, others: readonly Entry[]): Entry[] {
  if (!hasThumbnail(entry.name)) return [];
  let bytes = 0;
  const batch = others.slice(0, BATCH_FILES - 1);
  const end = batch.findIndex((one) => {
    bytes += one.bytes ?? Number.POSITIVE_INFINITY;
    return !hasThumbnail(one.name) || bytes > BATCH_BYTES;
  });
  return end === -1 ? batch : batch.slice(0, end);
}

/** Names of the parts in the parser's folder; undefined joins a part to the previous one. */
export function namesOfParts(
  kind: ArchivePart["kind"],
  files: readonly { name: string }[],
): (string | undefined)[] {
  if (kind === "bytes") return files.map((_, at) => (at === 0 ? "a" : undefined));
  return files.map(({ name }) => `a${/(?:\.part\d+)?\.\w+$/.exec(name)?.[0].toLowerCase() ?? ""}`);
}
