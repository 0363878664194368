/** Takedowns as administrators see them. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** Content that a takedown would hide and later delete. */
export const TakedownPreview = z.object({
  /** False if none of it is in the archive; it would still be kept out of imports. */
  found: z.boolean(),
  /** Name of the creator or title of the post; empty for a file. */
  name: z.string(),
  posts: z.int(),
  dms: z.int(),
  shares: z.int(),
  comments: z.int(),
  /** Files that nothing else uses. */
  files: z.int(),
  /** Bytes. */
  size: z.int(),
  /** Search index entries. */
  indexed: z.int(),
});
export type TakedownPreview = z.infer<typeof TakedownPreview>;

export const HeldTakedown = z.object({
  id: z.int(),
  service: z.string(),
  user: z.string(),
  post: z.nullable(z.string()),
  file: z.nullable(z.string()),
  reason: z.string(),
  taken_at: Iso,
  /** True while hidden and not yet deleted. */
  held: z.boolean(),
  /** Time of the deletion. */
  purge_at: z.nullable(Iso),
});
export type HeldTakedown = z.infer<typeof HeldTakedown>;
