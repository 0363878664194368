/** Stored files that are damaged or missing, and the check that finds them. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

export const FILE_FAULTS = ["damaged", "missing"] as const;

export const DamagedFile = z.object({
  /** `/aa/bb/<sha256><ext>`. */
  path: z.string(),
  fault: z.enum(FILE_FAULTS),
  /** Bytes. */
  size: z.int(),
  found_at: Iso,
});
export type DamagedFile = z.infer<typeof DamagedFile>;

export const Scrub = z.object({
  /** Duration of a pass over all files; 0 if it is off. */
  days: z.number(),
  /** Files read in the current pass. */
  checked: z.int(),
  /** All stored files. */
  total: z.int(),
  /** End of the last pass. */
  finished_at: z.nullable(Iso),
  /** True if damaged files are replaced from a backup. */
  repairs: z.boolean(),
});
export type Scrub = z.infer<typeof Scrub>;
