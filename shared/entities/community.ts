/** Community channels of a creator and what is said in them (contract 2.1). */
import { z } from "zod";
import { Iso } from "../rules/dates.ts";

export const CommunityChannel = z.object({
  channel_id: z.string(),
  creator_id: z.string(),
  campaign_id: z.string().nullable(),
  channel_type_name: z.string().nullable(),
  name: z.string(),
  community_guidelines: z.string().nullable(),
  emoji: z.string().nullable(),
  added_at: Iso,
  messages_refreshed_at: Iso.nullable(),
  messages_full_refreshed_at: Iso.nullable(),
  /** Without replies: what can be paged through. */
  post_count: z.int(),
});
export type CommunityChannel = z.infer<typeof CommunityChannel>;

const text = z.string().nullable();

const CommunityReply = z.object({
  message_id: z.string(),
  user_id: z.string(),
  created_at: Iso,
  deleted_at: Iso.nullable(),
  attachments: z.array(
    z.object({ name: z.string(), path: z.string(), chat_image_thumbnail: z.unknown().optional() }),
  ),
  embeds: z.array(
    z.object({
      type: text,
      text,
      title: text,
      image_url: text,
      thumb_url: text,
      title_link: text,
      asset_url: text,
    }),
  ),
  /** As the service told it, so its dates are not of the archive's form. */
  original_json: z.object({
    text,
    created_at: text,
    user: z.object({ name: text, role: text, avatar_url: text }),
  }),
});

/** Answers are within their message, one level deep. */
export const CommunityMessage = CommunityReply.extend({ replies: z.array(CommunityReply) });
export type CommunityMessage = z.infer<typeof CommunityMessage>;
