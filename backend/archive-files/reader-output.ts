/** Output of the reader process. It has parsed hostile bytes, so its output is validated like any input. */
import { z } from "zod";
import { readNames } from "#shared/archive-files/entries.ts";
import { FAULTS, type Fault } from "#shared/archive-files/faults.ts";

const AnyFault = z.enum(FAULTS);

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

export const Failure = z.strictObject({ fault: AnyFault });

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
