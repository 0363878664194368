/** The records of an archive bundle, one zod shape per entity (docs/bundle.md). Field names match the wire format. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { FileRef, MaybeFile } from "#shared/entities/file.ts";
import { Embed, POST_DEFAULTS, PostContent } from "#shared/entities/post.ts";
import { Iso } from "#shared/rules/dates.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

const Id = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}/]+$/u, "An id holds no slash and no control character.")
  .refine((id) => id !== "." && id !== "..", "An id is neither . nor .., which no address can hold.");
const Hash = z.string().regex(/^[0-9a-f]{64}$/, "Expected 64 lower-case hex characters.");
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
  file_list: z.array(z.string()),
  encrypted: z.boolean().default(false),
  password: z.string().nullable().default(null),
});

/** HTML as it came, by the SHA-256 of the text that is stored in its place. */
export const HtmlSourceRecord = z.strictObject({ hash: Hash, gzip: z.base64() });

export const CreatorRecord = z.strictObject({
  service: ServiceName,
  id: Id,
  public_id: z.string().nullable().default(null),
  name: z.string(),
  indexed: Iso,
  updated: Iso,
  relation_id: z.int().nullable().default(null),
  favorited: z.int().min(0).default(0),
  icon: Path.nullable().default(null),
  banner: Path.nullable().default(null),
  hidden: z.boolean().default(false),
});

type WithDefaults<Shape> = { [Name in keyof Shape]: z.ZodDefault<Shape[Name] & z.core.SomeType> };
/** The content of a post, with the default of each field. */
const PostContentFields = Object.fromEntries(
  Object.entries(PostContent.shape).map(([name, type]) => [
    name,
    z._default(type, POST_DEFAULTS[name as keyof typeof POST_DEFAULTS]),
  ]),
) as WithDefaults<typeof PostContent.shape>;
/** Drops blank tags: no URL can name them. */
const Tags = z
  .array(z.string())
  .transform((tags) => tags.filter((tag) => tag.trim() !== ""))
  .nullable()
  .default(null);
const PostFields = { service: ServiceName, id: Id, user: Id, ...PostContentFields, tags: Tags };

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
  commenter: z.string(),
  commenter_name: z.string().nullable().default(null),
  content: z.string(),
  published: Iso,
  hidden: z.boolean().default(false),
});

export const CommentRevisionRecord = z.strictObject({
  id: z.int().positive(),
  service: ServiceName,
  post: Id,
  comment: Id,
  content: z.string(),
  added: Iso,
});

export const AnnouncementRecord = z.strictObject({
  service: ServiceName,
  user_id: Id,
  hash: z.string().min(1).max(128),
  content: z.string(),
  published: z.nullable(Iso).default(null),
  added: Iso,
});

export const FancardRecord = z.strictObject({
  id: z.int().positive(),
  service: z.literal("fanbox").default("fanbox"),
  user_id: Id,
  hash: Hash,
  price: z.string(),
  added: Iso,
  last_checked_at: Iso,
});

export const DmRecord = z.strictObject({
  hash: z.string().min(1).max(128),
  service: ServiceName,
  user: Id,
  content: z.string(),
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
  name: z.string(),
  description: z.string().default(""),
  added: Iso,
  hidden: z.boolean().default(false),
});

export const ShareFileRecord = z.strictObject({
  share: Id,
  position: z.int().min(0),
  hash: Hash,
  filename: z.string(),
});

export const DiscordChannelRecord = z.strictObject({
  id: Id,
  service: z.literal("discord").default("discord"),
  server_id: Id,
  name: z.string(),
  parent_channel_id: Id.nullable().default(null),
  topic: z.string().nullable().default(null),
  theme_color: z.string().nullable().default(null),
  is_nsfw: z.boolean().default(false),
  position: z.int().default(0),
  icon_emoji: z.string().nullable().default(null),
  type: z.int().default(0),
});

export const DiscordMessageRecord = z.strictObject({
  id: Id,
  server: Id,
  channel: Id,
  author: JsonObject,
  content: z.string(),
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
  content: z.string(),
  edited: Iso,
});

export const CommunityChannelRecord = z.strictObject({
  channel_id: Id,
  service: ServiceName,
  creator_id: Id,
  campaign_id: z.string().nullable().default(null),
  channel_type_name: z.string().nullable().default(null),
  name: z.string(),
  community_guidelines: z.string().nullable().default(null),
  emoji: z.string().nullable().default(null),
  added_at: Iso,
  messages_refreshed_at: z.nullable(Iso).default(null),
  messages_full_refreshed_at: z.nullable(Iso).default(null),
});

export const CommunityMessageRecord = z.strictObject({
  message_id: Id,
  channel_id: Id,
  parent_id: Id.nullable().default(null),
  user_id: z.string(),
  created_at: Iso,
  deleted_at: z.nullable(Iso).default(null),
  attachments: z.array(JsonObject).default([]),
  embeds: z.array(JsonObject).default([]),
  original_json: JsonObject,
});

/** All entities of a bundle in import order: referenced rows come first. File name: `<entity>.ndjson`. */
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
  html_sources: HtmlSourceRecord,
} as const;

/** Beside the files of entities, in a bundle that an archive signed for others. */
export const SIGNATURE_FILE = "signature.json";

export type Entity = keyof typeof RECORDS;
export type RecordOf<E extends Entity> = z.infer<(typeof RECORDS)[E]>;
