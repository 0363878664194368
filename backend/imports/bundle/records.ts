/** The records of an archive bundle, one zod shape per entity (docs/bundle.md). Field names are those of the wire. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { FileRef, MaybeFile } from "#shared/entities/file.ts";
import { Embed, IncompleteRewards, Poll } from "#shared/entities/post.ts";
import { Iso } from "#shared/rules/dates.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

const Id = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}/]+$/u, "An id holds no slash and no control character.")
  .refine((id) => id !== "." && id !== "..", "An id is neither . nor .., which no address can hold.");
const Hash = z.string().regex(/^[0-9a-f]{64}$/, "Expected 64 lower-case hex characters.");
/** Postgres text holds no NUL. */
const Text = z.string().refine((text) => !text.includes("\0"), "Text holds no NUL character.");
const Path = z.string().regex(FILE_PATH, "Expected /aa/bb/<sha256>.<ext>.");
const JsonObject = z.record(z.string(), z.unknown());

export const FileRecord = z.strictObject({
  hash: Hash,
  id: z.int().optional(),
  ext: z.string().regex(/^(\.[a-z0-9]{1,10})?$/),
  mime: z.string(),
  size: z.int().min(0),
  mtime: Iso,
  ctime: Iso,
  added: Iso,
  ihash: z.string().nullable().default(null),
});

export const ArchiveListingRecord = z.strictObject({
  hash: Hash,
  file_list: z.array(Text),
  encrypted: z.boolean().default(false),
  password: Text.nullable().default(null),
});

export const CreatorRecord = z.strictObject({
  service: ServiceName,
  id: Id,
  public_id: Text.nullable().default(null),
  name: Text,
  indexed: Iso,
  updated: Iso,
  relation_id: z.int().nullable().default(null),
  favorited: z.int().min(0).default(0),
  icon: Path.nullable().default(null),
  banner: Path.nullable().default(null),
  hidden: z.boolean().default(false),
});

const PostFields = {
  service: ServiceName,
  id: Id,
  user: Id,
  title: Text.default(""),
  content: Text.default(""),
  embed: z._default(Embed, {}),
  shared_file: z.boolean().default(false),
  added: z.nullable(Iso).default(null),
  published: z.nullable(Iso).default(null),
  edited: z.nullable(Iso).default(null),
  file: z._default(MaybeFile, {}),
  attachments: z.array(FileRef).default([]),
  poll: z.nullable(Poll).default(null),
  captions: JsonObject.nullable().default(null),
  tags: z
    .array(Text)
    .transform((tags) => tags.filter((tag) => tag.trim() !== ""))
    .nullable()
    .default(null),
  incomplete_rewards: z.nullable(IncompleteRewards).default(null),
};

export const PostRecord = z.strictObject({
  ...PostFields,
  fav_count: z.int().min(0).default(0),
  hidden: z.boolean().default(false),
});
export const RevisionRecord = z.strictObject({ revision_id: z.int().positive(), ...PostFields });

export const CommentRecord = z.strictObject({
  service: ServiceName,
  post: Id,
  id: Id,
  parent_id: Id.nullable().default(null),
  commenter: Text,
  commenter_name: Text.nullable().default(null),
  content: Text,
  published: Iso,
  hidden: z.boolean().default(false),
});

export const CommentRevisionRecord = z.strictObject({
  id: z.int().positive(),
  service: ServiceName,
  post: Id,
  comment: Id,
  content: Text,
  added: Iso,
});

export const AnnouncementRecord = z.strictObject({
  service: ServiceName,
  user_id: Id,
  hash: z.string().min(1).max(128),
  content: Text,
  published: z.nullable(Iso).default(null),
  added: Iso,
});

export const FancardRecord = z.strictObject({
  id: z.int().positive(),
  service: z.literal("fanbox").default("fanbox"),
  user_id: Id,
  hash: Hash,
  price: Text,
  added: Iso,
  last_checked_at: Iso,
});

export const DmRecord = z.strictObject({
  hash: z.string().min(1).max(128),
  service: ServiceName,
  user: Id,
  content: Text,
  embed: z._default(Embed, {}),
  file: z._default(MaybeFile, {}),
  attachments: z.array(FileRef).default([]),
  added: Iso,
  published: Iso,
  hidden: z.boolean().default(false),
});

export const ShareRecord = z.strictObject({
  id: Id,
  service: ServiceName,
  user: Id,
  name: Text,
  description: Text.default(""),
  added: Iso,
  hidden: z.boolean().default(false),
});

export const ShareFileRecord = z.strictObject({
  share: Id,
  position: z.int().min(0),
  hash: Hash,
  filename: Text,
});

export const DiscordChannelRecord = z.strictObject({
  id: Id,
  service: z.literal("discord").default("discord"),
  server_id: Id,
  name: Text,
  parent_channel_id: Id.nullable().default(null),
  topic: Text.nullable().default(null),
  theme_color: Text.nullable().default(null),
  is_nsfw: z.boolean().default(false),
  position: z.int().default(0),
  icon_emoji: Text.nullable().default(null),
  type: z.int().default(0),
});

export const DiscordMessageRecord = z.strictObject({
  id: Id,
  server: Id,
  channel: Id,
  author: JsonObject,
  content: Text,
  added: Iso,
  published: Iso,
  edited: z.nullable(Iso).default(null),
  embeds: z.array(JsonObject).default([]),
  mentions: z.array(JsonObject).default([]),
  attachments: z.array(FileRef).default([]),
});

export const DiscordMessageRevisionRecord = z.strictObject({
  id: z.int().positive(),
  message: Id,
  content: Text,
  edited: Iso,
});

export const CommunityChannelRecord = z.strictObject({
  channel_id: Id,
  service: ServiceName,
  creator_id: Id,
  campaign_id: Text.nullable().default(null),
  channel_type_name: Text.nullable().default(null),
  name: Text,
  community_guidelines: Text.nullable().default(null),
  emoji: Text.nullable().default(null),
  added_at: Iso,
  messages_refreshed_at: z.nullable(Iso).default(null),
  messages_full_refreshed_at: z.nullable(Iso).default(null),
});

export const CommunityMessageRecord = z.strictObject({
  message_id: Id,
  channel_id: Id,
  parent_id: Id.nullable().default(null),
  user_id: Text,
  created_at: Iso,
  deleted_at: z.nullable(Iso).default(null),
  attachments: z.array(JsonObject).default([]),
  embeds: z.array(JsonObject).default([]),
  original_json: JsonObject,
});

/** Every entity of a bundle in import order: a row comes after what it refers to. File name: `<entity>.ndjson`. */
export const RECORDS = {
  files: FileRecord,
  archive_listings: ArchiveListingRecord,
  creators: CreatorRecord,
  posts: PostRecord,
  post_revisions: RevisionRecord,
  comments: CommentRecord,
  comment_revisions: CommentRevisionRecord,
  announcements: AnnouncementRecord,
  fancards: FancardRecord,
  dms: DmRecord,
  shares: ShareRecord,
  share_files: ShareFileRecord,
  discord_channels: DiscordChannelRecord,
  discord_messages: DiscordMessageRecord,
  discord_message_revisions: DiscordMessageRevisionRecord,
  community_channels: CommunityChannelRecord,
  community_messages: CommunityMessageRecord,
} as const;

export type Entity = keyof typeof RECORDS;
export type RecordOf<E extends Entity> = z.infer<(typeof RECORDS)[E]>;
