import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { SERVICES } from "../services/index.ts";

export const ServiceName = z.enum(SERVICES);

/** A row of the full list; the dates are Unix seconds. */
export const CreatorListItem = z.object({
  id: z.string(),
  name: z.string(),
  service: ServiceName,
  indexed: z.int(),
  updated: z.int(),
  favorited: z.int(),
});
export type CreatorListItem = z.infer<typeof CreatorListItem>;

/** Exactly these twelve keys: existing clients build a record from all of them. */
export const CreatorProfile = z.object({
  id: z.string(),
  name: z.string(),
  service: ServiceName,
  indexed: Iso,
  updated: Iso,
  public_id: z.nullable(z.string()),
  relation_id: z.nullable(z.int()),
  has_chats: z.boolean(),
  post_count: z.int(),
  dm_count: z.int(),
  share_count: z.int(),
  chat_count: z.int(),
});
export type CreatorProfile = z.infer<typeof CreatorProfile>;

/** A creator within other responses: links, updated, DMs. */
export const CreatorRow = z.pick(CreatorProfile, {
  id: true,
  name: true,
  service: true,
  indexed: true,
  updated: true,
  public_id: true,
  relation_id: true,
});
export type CreatorRow = z.infer<typeof CreatorRow>;

/** Similarity of the work, from 0 to 1. */
export const RecommendedCreator = z.extend(CreatorRow, { score: z.number() });
export type RecommendedCreator = z.infer<typeof RecommendedCreator>;

export const TagCount = z.object({ tag: z.string(), post_count: z.int() });
export type TagCount = z.infer<typeof TagCount>;
