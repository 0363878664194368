/**
 * PixivUtil2, FANBOX: `FANBOX <name> (<creator>)/<post>_[p<page>_]<key> - <title>.<ext>`, before October 2021 without the first
 * word; texts and `db.sqlite` if asked.
 */
import { orReport } from "./lib/checked-json.ts";
import { toUtc } from "./lib/dates.ts";
import type { Entry, Folder, Format, Found, FoundRecord, LocalFile, Reading } from "./lib/format.ts";
import { type FanboxDatabase, openFanboxDatabase, type SavedPost } from "./pixivutil2-database.ts";
import { type PostText, parseInfo, parsePage } from "./pixivutil2-text.ts";

const CREATOR = /^(?:FANBOX )?(.*) \((\d+)\)$/s;
/** Post, page (absent for a cover), and the file's name on the service. */
const MEDIA = /^(\d+)_(?:p(\d+)_)?([A-Za-z0-9]{20,28})(?: - .*)?(\.\w+)$/s;
const TEXT = /^(\d+)(?: - .*)?\.(txt|html)$/s;

interface PostFiles {
  cover?: LocalFile;
  pages: { page: number; file: LocalFile }[];
  texts: Entry[];
}
type Creator = { id: string; name: string; public_id?: string };
type PostFields = Extract<FoundRecord, { entity: "posts" }>["fields"];

export const pixivUtil2: Format = {
  name: "PixivUtil2",
  async recognize(folder) {
    const entries = (await folder.entries()).filter(({ isFolder }) => !isFolder);
    const isFanbox = entries.some(({ name }) => MEDIA.test(name)) || (await hasInfo(folder, entries));
    return isFanbox ? { scope: "folder", read: (reading) => readFolder(folder, reading) } : undefined;
  },
};

/** Recognizes text-only posts, whose file names are not distinctive. */
async function hasInfo(folder: Folder, entries: readonly Entry[]): Promise<boolean> {
  for (const entry of entries.filter(({ name }) => TEXT.test(name)).slice(0, 5)) {
    const text = await folder.text(entry).catch(() => "");
    if (parseInfo(text) || (CREATOR.test(nameOf(folder)) && parsePage(text))) return true;
  }
  return false;
}

const nameOf = (folder: Folder) => folder.path.split("/").at(-1) ?? "";

async function* readFolder(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const database = await openFanboxDatabase(folder.path, reading);
  try {
    const posts = await postsOf(folder, database);
    let creator = creatorOfPath(folder.path) ?? creatorOfPost(posts.keys().next().value, database);
    let isNew = true;
    for (const id of [...posts.keys()].sort((a, b) => Number(a) - Number(b))) {
      const files = posts.get(id) ?? { pages: [], texts: [] };
      const text = await textOf(folder, files.texts, reading);
      const named = text?.creator ?? creator ?? creatorOfPerson(folder.path, reading);
      if (named === undefined) continue;
      isNew ||=
        named.id !== creator?.id || (named.public_id !== undefined && creator.public_id === undefined);
      // A text without a link keeps the public id of another text.
      creator = named.id === creator?.id ? { ...creator, ...named } : named;
      const from = (files.texts[0] ?? files.pages[0]?.file.entry ?? files.cover?.entry)?.path ?? folder.path;
      if (isNew) yield { entity: "creators", fields: { service: "fanbox", ...creator }, from };
      isNew = false;
      yield { entity: "posts", fields: fieldsOf(id, creator, files, text, database?.post(id)), from };
    }
    if (creator && database) yield* lockedPosts(creator, database);
  } finally {
    await database?.close();
  }
}

async function postsOf(
  folder: Folder,
  database: FanboxDatabase | undefined,
): Promise<Map<string, PostFiles>> {
  const posts = new Map<string, PostFiles>();
  const post = (id: string) => {
    const files = posts.get(id) ?? { pages: [], texts: [] };
    posts.set(id, files);
    return files;
  };
  for (const entry of await folder.entries()) {
    const [, media, page, key = "", ext = ""] = MEDIA.exec(entry.name) ?? [];
    const text = TEXT.exec(entry.name)?.[1];
    if (entry.isFolder) continue;
    // File names are configurable, but the database records them.
    const saved = media || text ? undefined : database?.pageOf(entry.name);
    const number = media ? ((page && Number(page)) ?? -1) : (saved?.page ?? -1);
    const file = { entry, name: media ? `${key}${ext}` : entry.name };
    const id = media ?? saved?.post;
    if (id !== undefined && Number(number) >= 0) post(id).pages.push({ page: Number(number), file });
    else if (id !== undefined) post(id).cover = file;
    else if (text !== undefined) post(text).texts.push(entry);
  }
  return posts;
}

async function textOf(
  folder: Folder,
  texts: readonly Entry[],
  reading: Reading,
): Promise<PostText | undefined> {
  let found: PostText | undefined;
  for (const entry of [...texts].sort((a) => (a.name.endsWith(".txt") ? -1 : 1))) {
    const source = await orReport(entry, reading, folder.text(entry));
    const text =
      source === undefined ? undefined : entry.name.endsWith(".txt") ? parseInfo(source) : parsePage(source);
    if (text) reading.uses(entry);
    found ??= text;
  }
  return found;
}

function fieldsOf(
  id: string,
  creator: Creator,
  { cover, pages }: PostFiles,
  text: PostText | undefined,
  saved: SavedPost | undefined,
): PostFields {
  const attachments = pages.sort((a, b) => a.page - b.page).map(({ file }) => file);
  const published = text?.date ?? saved?.published;
  return {
    service: "fanbox",
    id,
    user: creator.id,
    title: text?.title || saved?.title || undefined,
    content: text?.content || undefined,
    published: published === undefined ? undefined : toUtc(published, "Asia/Tokyo"),
    edited: saved?.updated === undefined ? undefined : toUtc(saved.updated, "Asia/Tokyo"),
    file: cover,
    attachments: attachments.length > 0 ? attachments : undefined,
  };
}

/** Posts of which only title and fee were saved. */
function* lockedPosts(creator: Creator, database: FanboxDatabase): Generator<Found> {
  for (const { id, fee, ...saved } of database.postsWithoutFiles(creator.id)) {
    if (fee === 0) continue; // a text post, which may be in a file
    const counts = { media_count: 0, photo_count: 0, video_count: 0 };
    const fields = fieldsOf(id, creator, { pages: [], texts: [] }, undefined, { id, fee, ...saved });
    yield {
      entity: "posts",
      fields: { ...fields, incomplete_rewards: { price: fee, ...counts } },
      from: database.path,
    };
  }
}

function creatorOfPath(path: string): Creator | undefined {
  for (const part of path.split("/").reverse()) {
    const [, name, id] = CREATOR.exec(part) ?? [];
    if (name !== undefined && id !== undefined) return { id, name };
  }
  return undefined;
}

function creatorOfPost(post: string | undefined, database: FanboxDatabase | undefined): Creator | undefined {
  return post === undefined ? undefined : database?.creatorOf(post);
}

function creatorOfPerson(path: string, reading: Reading): Creator | undefined {
  const { service, id, name } = reading.creatorOf(path) ?? {};
  return service === "fanbox" && id !== undefined && name !== undefined ? { id, name } : undefined;
}
