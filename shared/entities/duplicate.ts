/** Images that look the same, as administrators see them. */
import { z } from "zod/mini";
import { HashHit } from "./archive-file.ts";

const DuplicatePicture = z.extend(HashHit, {
  /** Pixels as it is shown; null if it was not measured. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Creators of the listed posts. */
  creators: z.array(z.object({ service: z.string(), id: z.string(), name: z.string() })),
});
export type DuplicatePicture = z.infer<typeof DuplicatePicture>;

export const Duplicate = z.object({
  /** Differing bits of the two PDQ hashes. */
  distance: z.int(),
  /** The larger one first. */
  pictures: z.tuple([DuplicatePicture, DuplicatePicture]),
});
export type Duplicate = z.infer<typeof Duplicate>;
