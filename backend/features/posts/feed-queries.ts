/** Post fields used by feeds. */
import { type FileRef, hasFile as isFile, type MaybeFile } from "#shared/entities/file.ts";
import { extensionsOfKind } from "#shared/rules/file-types.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import type { FileKind } from "#shared/rules/image-types.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { isServed } from "../../db/is-served.ts";
import { hasFile } from "../../search/fallback-sql.ts";

export interface FeedPost {
  service: string;
  user: string;
  id: string;
  title: string;
  /** Beginning of its HTML. */
  content: string;
  added: string | null;
  published: string | null;
  edited: string | null;
  tags: string[] | null;
  creator: string;
}

/** A post whose files are in a feed. */
export interface PostWithFiles extends FeedPost {
  file: MaybeFile;
  attachments: FileRef[];
  /** The stricter one of the post and its creator, by position in `RATINGS`. */
  rating: number;
}

export interface StoredFile extends FileRef {
  hash: string;
}

/** Files of a post, each once. */
export function storableFiles({
  file,
  attachments,
}: Pick<PostWithFiles, "file" | "attachments">): StoredFile[] {
  const files = new Map<string, StoredFile>();
  for (const one of [...(isFile(file) ? [file] : []), ...attachments]) {
    const hash = hashOfPath(one.path);
    if (hash !== undefined && !files.has(hash)) files.set(hash, { ...one, hash });
  }
  return [...files.values()];
}

/** HTML read per post, in characters: of a summary, and of a whole text. */
const [CONTENT_LENGTH, WHOLE_LENGTH] = [4_000, 100_000];

/** In the order of the keys; skips deleted and hidden ones. */
export async function feedPosts(
  sql: Db,
  keys: readonly { service: string; id: string }[],
): Promise<FeedPost[]> {
  if (keys.length === 0) return [];
  const services = keys.map((key) => key.service);
  const ids = keys.map((key) => key.id);
  return await sql<FeedPost[]>`
    select p.service, p."user", p.id, p.title, left(p.content, ${CONTENT_LENGTH}) as content, iso(p.added) as added,
      iso(p.published) as published, iso(p.edited) as edited, p.tags, c.name as creator
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, position)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    order by hit.position`;
}

/** The same with files and ratings, and by default with whole texts. */
export async function postsWithFiles(
  sql: Db,
  keys: readonly { service: string; id: string }[],
  contentLength = WHOLE_LENGTH,
): Promise<PostWithFiles[]> {
  if (keys.length === 0) return [];
  const services = keys.map((key) => key.service);
  const ids = keys.map((key) => key.id);
  return await sql<PostWithFiles[]>`
    select p.service, p."user", p.id, p.title, left(p.content, ${contentLength}) as content, iso(p.added) as added,
      iso(p.published) as published, iso(p.edited) as edited, p.tags, c.name as creator, p.file, p.attachments,
      greatest(p.rating, c.rating) as rating
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, position)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    order by hit.position`;
}

/** Sizes in bytes by SHA-256; without files that are withheld or not stored. */
export async function sizesOf(sql: Db, hashes: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ hash: string; size: number }[]>`
    select f.hash, f.size from files f where f.hash = any(${[...hashes]}::text[]) and ${isServed(sql)}`;
  return new Map(rows.map(({ hash, size }) => [hash, size]));
}

/** Seconds of a video or audio file, and whether a video has a poster. */
export interface FeedMedia {
  seconds: number | null;
  poster: boolean;
}

/** Videos and audio files that were read, by SHA-256. */
export async function mediaOf(sql: Db, hashes: readonly string[]): Promise<Map<string, FeedMedia>> {
  const rows = await sql<(FeedMedia & { hash: string })[]>`
    select hash, (details ->> 'duration')::float8 as seconds, details ->> 'poster' is not null as poster
    from media_details where hash = any(${[...hashes]}::text[])`;
  return new Map(rows.map(({ hash, ...media }) => [hash, media]));
}

export interface FeedCreator {
  service: string;
  id: string;
  name: string;
  hasIcon: boolean;
}

/** @returns undefined if the creator is unknown or hidden */
export async function feedCreator(sql: Db, service: string, id: string): Promise<FeedCreator | undefined> {
  const [row] = await sql<FeedCreator[]>`
    select service, id, name, icon is not null as "hasIcon" from creators
    where service = ${service} and id = ${id} and not hidden`;
  return row;
}

/** Maximum age of posts in the favorites feed. */
const DAYS = 90;

/** @returns undefined if there is no such feed, or its account is disabled */
export async function feedAccount(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ account: number }[]>`
    select f.account from favorites_feeds f join accounts a on a.id = f.account and not a.disabled
    where f.token_hash = ${tokenHash}`;
  return row?.account;
}

/** Newest added posts of an account's favorite creators. @param kinds only those with such a file; empty for all */
export async function newestOfFavorites(
  db: Db,
  account: number,
  kinds: readonly FileKind[] = [],
): Promise<{ service: string; id: string }[]> {
  const wanted = kinds.length === 0 ? db`true` : hasFile(db, kinds.flatMap(extensionsOfKind));
  return await db<{ service: string; id: string }[]>`
    select p.service, p.id from favorite_creators f
    join creators c on c.service = f.service and c.id = f.id and not c.hidden
    join posts p on p.service = f.service and p."user" = f.id and not p.hidden
      and p.added_at > now() - ${DAYS} * interval '1 day' and ${wanted}
    where f.account = ${account} order by p.added_at desc, p.service, p.id limit ${PAGE_SIZE}`;
}
