/** Takedowns as administrators see them. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** What a takedown would hide and later delete. */
export const TakedownPreview = z.object({
  /** False where nothing of it is here; it would be kept out of imports all the same. */
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
  /** Entries of the search index. */
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
  /** It is hidden, not yet deleted. */
  held: z.boolean(),
  /** When it is deleted. */
  purge_at: z.nullable(Iso),
});
export type HeldTakedown = z.infer<typeof HeldTakedown>;
