/** Output of the reader process. It has parsed hostile bytes, so its output is validated like any input. */
import { z } from "zod";

/** Why an archive gave no listing. `too slow` and `too large` are our limits, the rest is the archive. */
export const Fault = z.enum(["not an archive", "unreadable", "too large", "too slow", "crashed"]);
export type Fault = z.infer<typeof Fault>;

export const Reading = z.strictObject({
  /** Paths of the files inside, as text and nothing more. */
  names: z.array(z.string().transform((name) => name.replaceAll("\0", "_"))), // the database holds no NUL
  /** Unpacked bytes of each, as the archive says; null where it does not. */
  sizes: z.array(z.int().nonnegative().nullable()),
  /** At least one entry, or the list of names itself, is. */
  encrypted: z.boolean(),
  /** There were more names than we keep. */
  truncated: z.boolean(),
  /** Of an attempt: the password decrypted an entry whose checksum fits. */
  opened: z.boolean().optional(),
});
export type Reading = z.infer<typeof Reading>;

export const Answer = z.union([Reading, z.strictObject({ fault: Fault })]);

/** The archive cannot be read; another attempt would end the same way. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
  constructor(readonly fault: Fault) {
    super(`The archive is ${fault}.`);
  }
}

/** More archives are requested than can be read soon. */
export class BusyError extends Error {
  override name = "BusyError";
}
