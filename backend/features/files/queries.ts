import type { Entry } from "#shared/archive-files/entries.ts";
import type { Fault } from "#shared/archive-files/faults.ts";
import type { FileUses, StoredFile } from "#shared/entities/archive-file.ts";
import type { FileText, PictureText } from "#shared/entities/picture-text.ts";
import { type FoundNames, saveSizes } from "../../archive-files/listings.ts";
import type { Db } from "../../db/client.ts";
import { isServed } from "../../db/is-served.ts";

/** Lifetime of a cached fault. */
const FAULT_TTL = "1 day";
/** Shorter for timeouts, which may be caused by a busy machine. */
const TIMEOUT_TTL = "10 minutes";
const SLOW: Fault = "too slow";

/** Stored metadata of a file. */
export interface KnownFile extends StoredFile {
  /** Null if no listing is stored. */
  file_list: string[] | null;
  /** Unpacked bytes by index in `file_list`; null if not requested, not read yet, or of another listing. */
  file_sizes: (number | null)[] | null;
  encrypted: boolean | null;
  password: string | null;
  /** True if it was read recently without a listing or sizes. */
  faulty: boolean;
}

const fileColumns = (sql: Db) => sql`
  f.id::int, f.hash, iso(f.mtime) as mtime, iso(f.ctime) as ctime, f.mime, f.ext, iso(f.added) as added, f.size, f.ihash`;

/** Digest of the file list that sizes belong to, as `saveSizes` computes it. */
const listingDigest = (sql: Db) => sql`md5(array_to_string(l.file_list, chr(10)))`;

/**
 * Returns JSON, which the driver parses many times faster than arrays.
 * @param hash 64 lower-case hex digits; undefined if there is no such file
 */
export async function knownFile(
  sql: Db,
  hash: string,
  { withSizes = false } = {},
): Promise<KnownFile | undefined> {
  const sizes = sql`case when r.sized = ${listingDigest(sql)} then to_json(r.sizes) end`;
  const [row] = await sql<KnownFile[]>`
    select ${fileColumns(sql)}, to_json(l.file_list) as file_list, l.encrypted, l.password,
      ${withSizes ? sizes : sql`null::json`} as file_sizes,
      r.fault is not null and r.at > now() - case when r.fault = ${SLOW} then ${TIMEOUT_TTL}::interval
        else ${FAULT_TTL}::interval end as faulty
    from files f left join archive_listings l using (hash) left join archive_readings r using (hash)
    where f.hash = ${hash} and ${isServed(sql)}`;
  return row && { ...row, faulty: row.faulty === true };
}

/** Text in an image; without lines if there is none. @returns undefined if there is no such file */
export async function fileText(sql: Db, hash: string): Promise<PictureText | undefined> {
  const [row] = await sql<PictureText[]>`
    select coalesce(t.lines, '[]') as lines from files f left join picture_texts t using (hash)
    where f.hash = ${hash} and ${isServed(sql)}`;
  return row;
}

/** Texts in those of these images that have one. */
export async function fileTexts(sql: Db, hashes: readonly string[]): Promise<FileText[]> {
  return await sql<FileText[]>`
    select t.lines, hash from files f join picture_texts t using (hash)
    where hash = any(${hashes as string[]}) and t.lines::text <> '[]' and ${isServed(sql)} order by hash`;
}

/** An archive file, and files inside it. */
export interface KnownEntries {
  hash: string;
  ext: string;
  size: number;
  password: string | null;
  /** True if no list of files is stored. */
  isUnlisted: boolean;
  /** Entries from a number in the listing on; empty past its end. */
  entries: Entry[];
}

/**
 * @param number index in the listing
 * @returns at most `count` entries; undefined if there is no such file
 */
export async function knownEntries(
  sql: Db,
  hash: string,
  number: number,
  count: number,
): Promise<KnownEntries | undefined> {
  const [row] = await sql<KnownEntries[]>`
    select f.hash, f.ext, f.size, l.password, l.hash is null as "isUnlisted", (
      select coalesce(json_agg(json_build_object(
        'name', l.file_list[at],
        'nth', (select count(*) from unnest(l.file_list[:at - 1]) earlier where earlier = l.file_list[at]),
        'bytes', case when r.sized = ${listingDigest(sql)} then r.sizes[at] end) order by at), '[]')
      from generate_series(${number}::int + 1, least(${number}::int + ${count}::int, coalesce(cardinality(l.file_list), 0))) at
    ) as entries
    from files f left join archive_listings l using (hash) left join archive_readings r using (hash)
    where f.hash = ${hash} and ${isServed(sql)}`;
  return row && { ...row, size: Number(row.size) };
}

/** Stores a password that opened the archive file, with the names it revealed. @returns false if the file is gone */
export async function savePassword(sql: Db, found: FoundNames & { password: string }): Promise<boolean> {
  const { hash, names, truncated, password } = found;
  const rows = await sql`
    with listing as (
      insert into archive_listings as l (hash, file_list, encrypted, password)
      select hash, ${names}::text[], true, ${password} from files where hash = ${hash}
      on conflict (hash) do update set file_list = excluded.file_list, encrypted = true, password = excluded.password
      returning hash)
    insert into archive_readings as r (hash, truncated) select hash, ${truncated} from listing
    on conflict (hash) do update set fault = null, truncated = excluded.truncated, at = now()
    returning hash`;
  await saveSizes(sql, found);
  return rows.length > 0;
}

/**
 * A file and its uses, newest first; a post that used it in several revisions counts once. Hidden ones are left out.
 */
export async function fileUses(sql: Db, hash: string, limit: number): Promise<FileUses | undefined> {
  const [row] = await sql<FileUses[]>`
    with used as (
      select service, key as id from file_uses where hash = ${hash} and entity = 'post'
      union
      select r.service, r.id from file_uses u
      join post_revisions r on r.revision_id = case when u.entity = 'revision' then u.key::bigint end
      where u.hash = ${hash} and u.entity = 'revision'
    ), found_posts as (
      select p.* from used u join posts p using (service, id) join creators c on c.service = p.service and c.id = p."user"
      where not p.hidden and not c.hidden order by p.listed_at desc, p.service, p.id limit ${limit}
    ), found_messages as (
      select m.* from file_uses u join discord_messages m on m.id = u.key
      join creators c on c.service = 'discord' and c.id = m.server
      where u.hash = ${hash} and u.entity = 'message' and not c.hidden order by m.published desc, m.id limit ${limit}
    )
    select ${fileColumns(sql)}, (
      select coalesce(json_agg(json_build_object('file_id', f.id, 'id', p.id, 'user', p."user", 'service', p.service,
        'title', p.title, 'substring', p.substring, 'published', iso(p.published), 'file', p.file,
        'attachments', p.attachments) order by p.listed_at desc, p.service, p.id), '[]')
      from found_posts p
    ) as posts, (
      select coalesce(json_agg(json_build_object('file_id', f.id, 'id', m.id, 'server', m.server, 'channel', m.channel,
        'substring', left(m.content, 50), 'published', iso(m.published), 'embeds', m.embeds, 'mentions', m.mentions,
        'attachments', m.attachments) order by m.published desc, m.id), '[]')
      from found_messages m
    ) as discord_posts
    from files f where f.hash = ${hash} and ${isServed(sql)}`;
  return row;
}
