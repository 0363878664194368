/** Output of the reader process. It has parsed hostile bytes, so its output is validated like any input. */
import { z } from "zod";
import { readNames } from "#shared/archive-files/entries.ts";

/**
 * Reason an archive file has no listing, or a file inside cannot be unpacked. `too slow` and `too large` are our limits,
 * `locked` means that it needs another password, the others are problems of the file.
 */
export const Fault = z.enum(["not an archive", "unreadable", "locked", "too large", "too slow", "crashed"]);
export type Fault = z.infer<typeof Fault>;

export const Reading = z.strictObject({
  /** Paths of the files inside; plain text, never used as paths. Sent with one character for each byte. */
  names: z.array(z.string()).transform(readNames),
  /** Declared unpacked size of each; null if unknown. */
  sizes: z.array(z.int().nonnegative().nullable()),
  /** True if at least one entry, or the list of names, is encrypted. */
  encrypted: z.boolean(),
  /** True if names were cut off at the limit. */
  truncated: z.boolean(),
  /** For password attempts: true if an entry was decrypted and its checksum matched. */
  opened: z.boolean().optional(),
});
export type Reading = z.infer<typeof Reading>;

/** Unpacked bytes of each wanted file; null for those left out. */
export const Unpacked = z.strictObject({ files: z.array(z.int().nonnegative().nullable()) });

export const Failure = z.strictObject({ fault: Fault });

/** The archive file cannot be read; a retry would fail the same way. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
  constructor(readonly fault: Fault) {
    super(`The archive is ${fault}.`);
  }
}

/** The queue of archive files to read is full. */
export class BusyError extends Error {
  override name = "BusyError";
}
