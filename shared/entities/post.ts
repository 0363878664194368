import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { ServiceName } from "./creator.ts";
import { FileRef, MaybeFile } from "./file.ts";
import { MediaDetails } from "./media-details.ts";

/** `{}` if the post embeds nothing. */
export const Embed = z.object({
  url: z.optional(z.string()),
  subject: z.optional(z.string()),
  description: z.optional(z.string()),
});
export type Embed = z.infer<typeof Embed>;

export const Poll = z.object({
  title: z.string(),
  description: z.nullable(z.string()),
  choices: z.array(z.object({ text: z.string(), votes: z.int() })),
  created_at: Iso,
  closes_at: z.nullable(Iso),
  allow_multiple: z.boolean(),
});
export type Poll = z.infer<typeof Poll>;

/** Content withheld by a paid tier: counts of complete and missing rewards, or a price with media counts. */
export const IncompleteRewards = z.union([
  z.object({ complete: z.int(), incomplete: z.int() }),
  z.object({ price: z.number(), media_count: z.int(), photo_count: z.int(), video_count: z.int() }),
]);
export type IncompleteRewards = z.infer<typeof IncompleteRewards>;

/** A post in a list: exactly these eight keys; `substring` is the first 50 characters of the content. */
export const PostListItem = z.object({
  id: z.string(),
  user: z.string(),
  service: ServiceName,
  title: z.string(),
  substring: z.string(),
  published: z.nullable(Iso),
  file: MaybeFile,
  attachments: z.array(FileRef),
});
export type PostListItem = z.infer<typeof PostListItem>;

/** An addition to the public API, with `with=card`; `poster` with `with=tags` as well. */
const CardDetails = {
  creator_name: z.optional(z.string()),
  /** Average color of the card's image, as in its preview. */
  color: z.optional(z.string()),
  /** Stored path of the first video of a post without an image, if `/thumbnail/data` and it is a picture of it. */
  poster: z.optional(z.string()),
};

/** A list item with its tags, with `with=tags` or `with=card`. */
export const TaggedListItem = z.extend(PostListItem, {
  tags: z.nullable(z.array(z.string())),
  ...CardDetails,
});
export type TaggedListItem = z.infer<typeof TaggedListItem>;

/** A post in the list of popular posts. */
export const PopularPost = z.extend(PostListItem, { fav_count: z.int() });
export type PopularPost = z.infer<typeof PopularPost>;
export const TaggedPopularPost = z.extend(PostListItem, {
  tags: TaggedListItem.shape.tags,
  fav_count: z.int(),
  ...CardDetails,
});

/**
 * The content of a post, in the order of the wire. Each field is a column of `posts` and `post_revisions`; queries, answers,
 * bundles and test data are derived from this list. To add one: docs/CONTRIBUTING.md.
 */
const CONTENT = {
  title: z.string(),
  content: z.string(),
  embed: Embed,
  shared_file: z.boolean(),
  added: z.nullable(Iso),
  published: z.nullable(Iso),
  edited: z.nullable(Iso),
  file: MaybeFile,
  attachments: z.array(FileRef),
  poll: z.nullable(Poll),
  captions: z.nullable(z.record(z.string(), z.unknown())),
  tags: z.nullable(z.array(z.string())),
};
/** Content that only the page of a post shows. */
const PAGE_CONTENT = { incomplete_rewards: z.nullable(IncompleteRewards) };

export const PostContent = z.object({ ...CONTENT, ...PAGE_CONTENT });
/** Values of absent fields in bundles. */
export const POST_DEFAULTS: z.infer<typeof PostContent> = {
  title: "",
  content: "",
  embed: {},
  shared_file: false,
  added: null,
  published: null,
  edited: null,
  file: {},
  attachments: [],
  poll: null,
  captions: null,
  tags: null,
  incomplete_rewards: null,
};

/** The fifteen keys of a full post, in this order. */
export const FullPost = z.object({ id: z.string(), user: z.string(), service: ServiceName, ...CONTENT });
export type FullPost = z.infer<typeof FullPost>;

/** A search hit: the full post plus the list's substring, which suits both kinds of client. */
export const PostHit = z.extend(FullPost, { substring: z.string(), ...CardDetails });
export type PostHit = z.infer<typeof PostHit>;

const Neighbors = {
  /** Id of the creator's next older post. */
  next: z.nullable(z.string()),
  /** Id of the creator's next newer post. */
  prev: z.nullable(z.string()),
};

/** The post of a post page; a revision has `revision_id`, the current post must not. */
export const PagePost = z.extend(FullPost, { ...PAGE_CONTENT, ...Neighbors });
export type PagePost = z.infer<typeof PagePost>;
/** The eighteen keys of a revision in a list. */
export const RevisionPost = z.object({ revision_id: z.int(), ...FullPost.shape, ...Neighbors });
export type RevisionPost = z.infer<typeof RevisionPost>;
/** A revision on its own page. */
export const PageRevision = z.object({ revision_id: z.int(), ...PagePost.shape });
export type PageRevision = z.infer<typeof PageRevision>;

export const RootAttachment = z.object({
  server: z.string(),
  name: z.string(),
  extension: z.string(),
  name_extension: z.string(),
  stem: z.string(),
  path: z.string(),
  /** Details of a video or audio file; absent until it was read. */
  media: z.optional(MediaDetails),
});
export type RootAttachment = z.infer<typeof RootAttachment>;

export const Preview = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("thumbnail"),
    server: z.string(),
    name: z.string(),
    path: z.string(),
    /** Pixels of the original as it is shown; absent until it was measured. */
    width: z.optional(z.int()),
    height: z.optional(z.int()),
    /** Average color, `#rrggbb`; absent until it was read, and of images with transparency. */
    color: z.optional(z.string()),
    /** Path of a larger copy of the same image in this post. */
    copy_of: z.optional(z.string()),
  }),
  z.object({ type: z.literal("embed"), url: z.string(), subject: z.string(), description: z.string() }),
]);
export type Preview = z.infer<typeof Preview>;

export const Video = z.object({
  /** Index in `attachments` of the page. */
  index: z.int(),
  path: z.string(),
  name: z.string(),
  extension: z.string(),
  name_extension: z.string(),
  server: z.string(),
  media: z.optional(MediaDetails),
});
export type Video = z.infer<typeof Video>;

/** The response of a post or revision page. */
export const PostEnvelope = z.object({
  post: z.union([PageRevision, PagePost]),
  attachments: z.array(RootAttachment),
  previews: z.array(Preview),
  videos: z.array(Video),
  props: z.object({
    flagged: z.nullable(z.string()),
    revisions: z.array(z.tuple([z.int(), z.union([RevisionPost, PagePost])])),
  }),
});
export type PostEnvelope = z.infer<typeof PostEnvelope>;

export const Comment = z.object({
  id: z.string(),
  parent_id: z.nullable(z.string()),
  commenter: z.string(),
  commenter_name: z.nullable(z.string()),
  content: z.string(),
  published: Iso,
  revisions: z.optional(z.array(z.object({ id: z.int(), content: z.string(), added: Iso }))),
});
export type Comment = z.infer<typeof Comment>;
