/** Gaps of the archive (docs/decisions/0076-wanted.md). */
import { z } from "zod/mini";
import { ServiceName } from "./creator.ts";

/** Sources that name what is missing: a list, a neighbor or revision of the post, a link in a text, or metadata of the post. */
export const GAP_SOURCES = ["list", "neighbor", "revision", "link", "metadata"] as const;
export type GapSource = (typeof GAP_SOURCES)[number];

/** A creator with gaps. */
export const CreatorGaps = z.object({
  service: ServiceName,
  /** Null: posts whose creator is unknown. */
  creator: z.nullable(z.string()),
  by_public_id: z.boolean(),
  name: z.string(),
  /** True if the creator is in the archive. */
  here: z.boolean(),
  /** Posts that are not in the archive. */
  posts: z.int(),
  /** Files that posts in the archive lack. */
  files: z.int(),
});
export type CreatorGaps = z.infer<typeof CreatorGaps>;

const MissingFile = z.object({
  name: z.string(),
  /** Address that it had. */
  url: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  /** Have lists with the file. */
  held_by: z.array(z.string()),
});

/** A post that is not in the archive, or that lacks files. */
export const PostGap = z.object({
  id: z.string(),
  title: z.string(),
  here: z.boolean(),
  source: z.enum(GAP_SOURCES),
  /** Have lists with the post. */
  held_by: z.array(z.string()),
  files: z.array(MissingFile),
});
export type PostGap = z.infer<typeof PostGap>;
