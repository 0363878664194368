/** Community channels of a creator and their messages. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

export const CommunityChannel = z.object({
  channel_id: z.string(),
  creator_id: z.string(),
  campaign_id: z.nullable(z.string()),
  channel_type_name: z.nullable(z.string()),
  name: z.string(),
  community_guidelines: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
  added_at: Iso,
  messages_refreshed_at: z.nullable(Iso),
  messages_full_refreshed_at: z.nullable(Iso),
  /** Number of messages without replies, which is the number to page through. */
  post_count: z.int(),
});
export type CommunityChannel = z.infer<typeof CommunityChannel>;

const text = z.nullable(z.string());

const CommunityReply = z.object({
  message_id: z.string(),
  user_id: z.string(),
  created_at: Iso,
  deleted_at: z.nullable(Iso),
  attachments: z.array(
    z.object({ name: z.string(), path: z.string(), chat_image_thumbnail: z.optional(z.unknown()) }),
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
  /** Unchanged from the service, so its dates do not have the archive's format. */
  original_json: z.object({
    text,
    created_at: text,
    user: z.object({ name: text, role: text, avatar_url: text }),
  }),
});

/** Replies are nested in their message, one level deep. */
export const CommunityMessage = z.extend(CommunityReply, { replies: z.array(CommunityReply) });
export type CommunityMessage = z.infer<typeof CommunityMessage>;
