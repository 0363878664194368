/** patreon-dl with its database, which lists all files and comments. */
import { z } from "zod";
import { toUtc } from "./lib/dates.ts";
import {
  type Entry,
  type Folder,
  type Found,
  type LocalFile,
  type MissingFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import { Lookup } from "./lib/lookup.ts";
import { DatabaseCopy, type Row } from "./lib/sqlite.ts";
import { htmlOfText } from "./lib/text.ts";
import {
  Answer,
  contentOf,
  embedOf,
  lockedBehind,
  type PatreonCreator,
  postAttributes,
  shareId,
} from "./patreon-dl-api.ts";

const Text = z.string().nullish();
const Media = z.object({ filename: Text, downloaded: z.object({ path: Text }).nullish() }).nullish();
type Media = z.infer<typeof Media>;
const User = z.object({ id: z.string(), fullName: Text, vanity: Text });
const Campaign = z.object({ creator: User.nullish(), avatarImage: Media, coverPhoto: Media });
const Post = z.object({
  id: z.string(),
  title: Text,
  content: Text,
  isViewable: z.boolean().default(true),
  publishedAt: Text,
  editedAt: Text,
  tags: z.array(z.object({ value: z.string() })).nullish(),
  embed: z
    .object({ url: Text, subject: Text, description: Text, downloaded: z.object({ path: Text }).nullish() })
    .nullish(),
  coverImage: Media,
  images: z.array(Media).default([]),
  video: Media,
  audio: Media,
  attachments: z.array(Media).default([]),
  linkedAttachments: z.array(z.object({ downloadable: Media })).nullish(),
  campaign: Campaign.nullish(),
  raw: z.unknown().optional(),
});
const Product = z.object({
  id: z.string(),
  name: Text,
  description: Text,
  publishedAt: Text,
  contentMedia: z.array(Media).default([]),
  campaign: Campaign.nullish(),
});
const Reply = z.object({ id: z.string(), body: z.string(), commenter: User.nullish(), createdAt: Text });
const Comment = Reply.extend({ replies: z.array(Reply).nullish() });

/** Posts that the last run saved without a text: their creator by id. */
export type TextlessPosts = Map<string, string>;

interface Source {
  database: DatabaseCopy;
  textless: TextlessPosts;
  files: Lookup;
  from: string;
  reading: Reading;
}

/**
 * @param textless filled with the posts that have no text
 * @throws ReadError if the database cannot be read
 */
export async function* readDatabase(
  folder: Folder,
  entry: Entry,
  reading: Reading,
  textless: TextlessPosts,
): AsyncGenerator<Found> {
  const database = await DatabaseCopy.open(folder, entry);
  try {
    yield* readContent({ database, textless, files: new Lookup(folder), from: entry.path, reading });
  } finally {
    await database.close();
  }
}

async function* readContent(source: Source): AsyncGenerator<Found> {
  const { database, from } = source;
  const creators = new Map<string, PatreonCreator>();
  for (const row of database.rows("select campaign_id, details from campaign order by campaign_id")) {
    const campaign = parsed(source, Campaign, row, `campaign ${row["campaign_id"]}`);
    const creator = creatorOf(campaign);
    if (campaign === undefined || creator === undefined) continue;
    creators.set(String(row["campaign_id"]), creator);
    const icon = await local(source, campaign.avatarImage);
    const banner = await local(source, campaign.coverPhoto);
    yield { entity: "creators", fields: { service: "patreon", ...creator, icon, banner }, from };
  }
  const rows = database.rows(
    "select content_id, content_type, campaign_id, details from content order by campaign_id, content_type, content_id",
  );
  for (const row of rows) {
    const creator = creators.get(String(row["campaign_id"]));
    if (row["content_type"] === "post") yield* readPost(source, row, creator);
    else if (row["content_type"] === "product") yield* readProduct(source, row, creator);
  }
}

function creatorOf(campaign: z.infer<typeof Campaign> | null | undefined): PatreonCreator | undefined {
  const user = campaign?.creator;
  return user
    ? { id: user.id, name: user.fullName || user.id, public_id: user.vanity || undefined }
    : undefined;
}

async function* readPost(source: Source, row: Row, known: PatreonCreator | undefined): AsyncGenerator<Found> {
  const { from, reading } = source;
  const post = parsed(source, Post, row, `post ${row["content_id"]}`);
  if (post === undefined) return;
  const creator = known ?? creatorOf(post.campaign);
  if (creator === undefined) return reading.report(from, `post ${post.id} names no creator`);
  if (known === undefined) yield { entity: "creators", fields: { service: "patreon", ...creator }, from };
  const published = toUtc(post.publishedAt ?? "", reading.zone);
  const api = new Answer(post.raw).one("post", post.id);
  const attributes = api && postAttributes(api);
  const { found, missing } = await filesOf(source, post);
  const [file, ...attachments] = found;
  const fields = {
    service: "patreon" as const,
    id: post.id,
    user: creator.id,
    title: post.title ?? undefined,
    content: contentOrReport(source, { ...attributes, content: post.content }, post.id),
    published,
    edited: toUtc(post.editedAt ?? "", reading.zone),
    embed: embedOf(post.embed),
    tags: post.tags?.length ? post.tags.map(({ value }) => value) : undefined,
    incomplete_rewards: post.isViewable ? undefined : lockedBehind(attributes?.min_cents_pledged_to_view),
    file,
    attachments: attachments.length > 0 ? attachments : undefined,
  };
  if (fields.content === undefined) source.textless.set(post.id, creator.id);
  yield { entity: "posts", fields, from, missing: missing.length > 0 ? missing : undefined };
  yield* commentsOf(source, post.id, published);
}

/** The cover or else a picture is first, so that it becomes the main file; a locked post has previews only. */
async function filesOf(
  source: Source,
  post: z.infer<typeof Post>,
): Promise<{ found: LocalFile[]; missing: MissingFile[] }> {
  const missing: MissingFile[] = [];
  if (!post.isViewable) return { found: [], missing };
  const linked = (post.linkedAttachments ?? []).map(({ downloadable }) => downloadable);
  const embedded = { filename: null, downloaded: post.embed?.downloaded };
  const media = [
    post.coverImage,
    ...post.images,
    post.video,
    post.audio,
    ...post.attachments,
    ...linked,
    embedded,
  ];
  reportMissing(source, `post ${post.id}`, media);
  const files = new Map<string, LocalFile>();
  for (const one of media) {
    const file = await local(source, one);
    if (file !== undefined && !files.has(file.entry.path)) files.set(file.entry.path, file);
    if (file === undefined) missing.push(...nameOf(one).map((name) => ({ name })));
  }
  return { found: [...files.values()], missing };
}

/** @returns no name for media that was not downloaded and has none */
function nameOf(media: Media): string[] {
  const name = media?.filename ?? "";
  const onDisk = media?.downloaded?.path?.split(/[\\/]/).at(-1);
  return [name.includes(".") ? name : (onDisk ?? name)].filter((one) => one !== "");
}

/** Reports media with a name but without a download. */
function reportMissing({ from, reading }: Source, owner: string, media: readonly Media[]): void {
  for (const one of media)
    if (one?.filename && !one.downloaded?.path)
      reading.report(from, `${owner}: ${one.filename} was not downloaded`);
}

async function local({ files, from, reading }: Source, media: Media): Promise<LocalFile | undefined> {
  const path = media?.downloaded?.path;
  if (!path) return undefined;
  const entry = await files.fileBySuffix(path);
  if (entry === undefined) {
    reading.report(from, `names ${path}, which is not there`);
    return undefined;
  }
  const name = media?.filename?.includes(".") ? media.filename : entry.name;
  return { entry, name };
}

function* commentsOf(
  { database, from, reading }: Source,
  post: string,
  published: string | undefined,
): Generator<Found> {
  if (!database.tables().has("post_comments")) return;
  const text = database.row("select comments from post_comments where post_id = ?", [post])?.["comments"];
  const { data, success } = z.array(Comment).safeParse(jsonOf(text ?? "[]"));
  if (!success) return reading.report(from, `post ${post} has comments that are not as expected`);
  for (const comment of data)
    for (const one of [comment, ...(comment.replies ?? [])]) {
      const date = toUtc(one.createdAt ?? "", reading.zone) ?? published;
      if (date === undefined) {
        reading.report(from, `comment ${one.id} has no date`);
        continue;
      }
      const fields = {
        service: "patreon" as const,
        post,
        id: one.id,
        parent_id: one === comment ? undefined : comment.id,
        commenter: one.commenter?.id ?? "",
        commenter_name: one.commenter?.fullName ?? undefined,
        content: htmlOfText(one.body),
        published: date,
      };
      yield { entity: "comments", fields, from };
    }
}

async function* readProduct(
  source: Source,
  row: Row,
  known: PatreonCreator | undefined,
): AsyncGenerator<Found> {
  const { from, reading } = source;
  const product = parsed(source, Product, row, `product ${row["content_id"]}`);
  if (product === undefined) return;
  const creator = known ?? creatorOf(product.campaign);
  const added = toUtc(product.publishedAt ?? "", reading.zone);
  if (creator === undefined || added === undefined)
    return reading.report(from, `product ${product.id} names no creator or no date`);
  if (known === undefined) yield { entity: "creators", fields: { service: "patreon", ...creator }, from };
  reportMissing(source, `product ${product.id}`, product.contentMedia);
  const files: LocalFile[] = [];
  for (const media of product.contentMedia)
    files.push(...[await local(source, media)].filter((file) => file !== undefined));
  const fields = {
    id: shareId(product.id),
    service: "patreon" as const,
    user: creator.id,
    name: product.name ?? product.id,
    description: product.description ?? undefined,
    added,
    files,
  };
  yield { entity: "shares", fields, from };
}

function contentOrReport(
  { from, reading }: Source,
  attributes: Parameters<typeof contentOf>[0],
  post: string,
): string | undefined {
  try {
    return contentOf(attributes);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return void reading.report(from, `post ${post} ${error.message}`);
  }
}

function parsed<T extends z.ZodType>(
  { from, reading }: Source,
  shape: T,
  row: Row,
  what: string,
): z.infer<T> | undefined {
  const { data, error } = shape.safeParse(jsonOf(row["details"] ?? null));
  if (error !== undefined)
    reading.report(from, `${what}: ${error.issues[0]?.path.join(".") || "the record"} is not as expected`);
  return data;
}

function jsonOf(text: Row[string]): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
