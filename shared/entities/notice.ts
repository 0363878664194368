/** Other publications of a creator: announcements, and the cards of a fanbox membership. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { ServiceName } from "./creator.ts";

export const Announcement = z.object({
  service: ServiceName,
  user_id: z.string(),
  hash: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  added: Iso,
  published: z.nullable(Iso),
});
export type Announcement = z.infer<typeof Announcement>;

/** The card joined with its file's row; `added` is the card's own date. */
export const Fancard = z.object({
  id: z.int(),
  user_id: z.string(),
  file_id: z.int(),
  hash: z.string(),
  mtime: Iso,
  ctime: Iso,
  mime: z.string(),
  ext: z.string(),
  added: Iso,
  size: z.int(),
  ihash: z.nullable(z.string()),
  last_checked_at: Iso,
  price: z.string(),
  path: z.string(),
  server: z.string(),
});
export type Fancard = z.infer<typeof Fancard>;
