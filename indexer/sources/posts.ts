import type { Db } from "#backend/db/client.ts";
import { isServed } from "#backend/db/is-served.ts";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { fileKind } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { type PostDocument, TEXT_LIMIT } from "#shared/search/documents.ts";
import { gramsOf } from "#shared/search/grams.ts";
import { hangulWords } from "#shared/search/hangul.ts";
import { spellingsOf } from "#shared/search/spellings.ts";
import { fileNames } from "#shared/text/file-names.ts";
import { textOfLines } from "#shared/text/picture-lines.ts";
import { cleanText, plainText } from "#shared/text/plain-text.ts";
import { type Built, buildEach, finish, refuse } from "../documents.ts";
import { columns, type Source, seconds } from "./source.ts";

interface Row {
  service: string;
  user: string;
  id: string;
  title: string;
  creator: string;
  rating: number;
  tags: string[] | null;
  content: string;
  content_bytes: number;
  published: Date | null;
  added: Date | null;
  fav_count: number;
  file: MaybeFile;
  attachments: FileRef[];
  has_poll: boolean;
  has_comments: boolean;
  /** Lines of each image with text. */
  texts: PictureLine[][] | null;
  /** Names in its archive files. */
  entries: string[];
}

/** Longer texts are mistakes or attacks; the row is quarantined instead of partially indexed. */
const MAX_CONTENT_BYTES = 5_000_000;
/** The engine's limit for filterable values. */
export const MAX_TAG_BYTES = 468;
const TITLE_LIMIT = 2_000;
/** HTML read for TEXT_LIMIT characters of text; more than that is markup. */
const HTML_LIMIT = 4 * TEXT_LIMIT;

/** Names of files in archive files that are read of one post; of each archive file at most so many. */
const MAX_ENTRIES = 5_000;

/** Names in the archive files of a post, some of each; locked ones have those that are visible. */
const entries = (db: Db) => db`
  select coalesce(json_agg(name), '[]') from (
    select left(name, 500) as name
    from hashes_of(p.file, p.attachments) hash join archive_listings l using (hash) join files f using (hash),
      unnest(l.file_list[:${MAX_ENTRIES}]) with ordinality listed (name, number)
    where ${isServed(db)}
    order by number, hash limit ${MAX_ENTRIES}) names`;

const fields = (db: Db) => db`
  p.service, p."user", p.id, p.title, c.name as creator, greatest(c.rating, p.rating) as rating, p.tags, left(p.content, ${HTML_LIMIT}) as content,
  octet_length(p.content) as content_bytes, p.published, p.added, k.favorites as fav_count, p.file, p.attachments,
  p.poll is not null as has_poll,
  exists (select from comments m where m.service = p.service and m.post = p.id and not m.hidden) as has_comments, (
    select json_agg(t.lines order by t.hash) from picture_texts t
    where t.hash in (
        select u.hash from file_uses u where u.entity in ('post', 'post_text') and u.service = p.service and u.key = p.id
      ) and t.lines::text <> '[]' and not exists (select from removed_files r where r.hash = t.hash)
  ) as texts,
  (${entries(db)}) as entries`;

function build(row: Row): Built {
  if (row.content_bytes > MAX_CONTENT_BYTES)
    return refuse(row, `content of ${row.content_bytes} bytes is over ${MAX_CONTENT_BYTES}`);
  const tags = row.tags ?? [];
  const long = tags.find((tag) => tag.length > MAX_TAG_BYTES / 4 && Buffer.byteLength(tag) > MAX_TAG_BYTES);
  if (long !== undefined)
    return refuse(
      row,
      `tag "${long.slice(0, 20)}…" of ${Buffer.byteLength(long)} bytes is over ${MAX_TAG_BYTES}`,
    );
  const title = cleanText(row.title, TITLE_LIMIT);
  const creator = cleanText(row.creator, TITLE_LIMIT);
  const content = plainText(row.content);
  const pictures = (row.texts ?? []).map(textOfLines).join("\n").slice(0, TEXT_LIMIT);
  const files = fileNames([...filesOf(row).map(({ name }) => name), ...row.entries]);
  const texts = [title, ...tags, creator, content, files];
  const document: Omit<PostDocument, "key" | "digest"> = {
    service: row.service,
    user: row.user,
    id: row.id,
    title,
    creator,
    tags,
    content,
    files,
    spellings: spellingsOf(...texts),
    grams: gramsOf(...texts),
    hangul: hangulWords(...texts),
    pictures,
    picture_grams: gramsOf(pictures),
    picture_spellings: [spellingsOf(pictures), hangulWords(pictures)].filter((text) => text !== "").join(" "),
    published: seconds(row.published),
    added: seconds(row.added),
    fav_count: row.fav_count,
    has: kindsOf(row),
    ext: extensionsOf(row),
    rating: row.rating,
  };
  return finish(row, document);
}

function filesOf({ file, attachments }: Row): FileRef[] {
  return hasFile(file) ? [file, ...attachments] : attachments;
}

function kindsOf(row: Row): string[] {
  const kinds = new Set<string>(filesOf(row).flatMap((file) => fileKind(file) ?? []));
  if (row.has_poll) kinds.add("poll");
  if (row.has_comments) kinds.add("comments");
  return [...kinds].sort();
}

/** Extensions of stored and original names: archive files are stored as `.bin`. */
function extensionsOf(row: Row): string[] {
  const names = filesOf(row).flatMap(({ name, path }) => [extensionOf(name), extensionOf(path)]);
  return [...new Set(names.filter((ext) => ext !== "").map((ext) => ext.slice(1)))].sort();
}

export const posts: Source = {
  async load(db, keys) {
    const { services, ids } = columns(keys);
    const rows = await db<Row[]>`
      select ${fields(db)} from unnest(${services}::text[], ${ids}::text[]) as wanted (service, id)
      join posts p on p.service = wanted.service collate "C" and p.id = wanted.id collate "C"
      join post_counts k on k.service = p.service and k.id = p.id
      join creators c on c.service = p.service and c.id = p."user"
      where not p.hidden and not c.hidden`;
    return buildEach(rows, build);
  },
  async page(db, after, limit) {
    // Selects the page first, then joins: otherwise each page would read counts from the first post on.
    const page = db`
      select p.* from posts p join creators c on c.service = p.service and c.id = p."user"
      where (p.service, p.id) > (${after.service}, ${after.id}) and not p.hidden and not c.hidden
      order by p.service, p.id limit ${limit}`;
    const rows = await db<Row[]>`
      select ${fields(db)} from (${page}) p join creators c on c.service = p.service and c.id = p."user"
      cross join lateral (select favorites from post_counts where service = p.service and id = p.id limit 1) k
      order by p.service, p.id`;
    return buildEach(rows, build);
  },
  async count(db) {
    const [row] = await db<[{ n: number }]>`
      select count(*) as n from posts p join creators c on c.service = p.service and c.id = p."user"
      where not p.hidden and not c.hidden`;
    return row.n;
  },
};
