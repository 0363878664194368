/** KToolBox: `<creator>/[<year>/[<month>/]]<title>/post.json` next to `<id>_<file>`, `attachments/` and `revisions/`. */

import { creatorOf, KemonoPost, kemonoFields } from "./kemono-post.ts";
import { checkedJson, orReport } from "./lib/checked-json.ts";
import { FilesByContent } from "./lib/files-by-content.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const METADATA = "post.json";
/** Before 0.7 `index.html`. */
const CONTENTS = ["content.txt", "index.html"];
const TEXTS = new Set([METADATA, ...CONTENTS, "external_links.txt"]);
/** Years and months, by which the program can group posts. */
const DATE_FOLDER = /^(\d{4}|\d{4}-\d{2})$/;

interface Creator {
  /** Service and id. */
  key: string;
  name: string;
}

export const ktoolbox: Format = {
  name: "KToolBox",
  async recognize(folder) {
    if (await isPost(folder))
      return { scope: "tree", read: (reading) => readPost(folder, undefined, reading) };
    const creator = await creatorOfPosts(folder);
    return creator && { scope: "tree", read: (reading) => readCreator(folder, creator, reading) };
  },
};

async function isPost(folder: Folder): Promise<boolean> {
  const entry = await folder.find(METADATA);
  if (entry === undefined || entry.isFolder) return false;
  const text = await folder.text(entry).catch(() => "");
  return ['"id"', '"user"', '"service"'].every((key) => text.includes(key)); // also where it is cut off
}

/** A folder is named after its creator if its first two posts have the same creator. */
async function creatorOfPosts(folder: Folder): Promise<Creator | undefined> {
  const name = folder.path.split("/").at(-1) ?? "";
  const keys: string[] = [];
  if (name === "" || DATE_FOLDER.test(name)) return undefined;
  for await (const post of postsBelow(folder, 20)) {
    const entry = await post.find(METADATA);
    const metadata = entry && (await checkedJson(post, entry, KemonoPost).catch(() => undefined));
    if (metadata !== undefined) keys.push(keyOf(metadata));
    if (keys.length === 2) break;
  }
  const [key, other] = keys;
  return key !== undefined && key === other ? { key, name } : undefined;
}

const keyOf = (post: KemonoPost) => `${post.service}/${post.user}`;

/** @param most maximum of folders to read per level */
async function* postsBelow(folder: Folder, most = Number.POSITIVE_INFINITY): AsyncGenerator<Folder> {
  const folders = (await folder.entries()).filter(({ isFolder }) => isFolder);
  for (const { name } of folders.slice(0, most)) {
    const below = await folder.folder(name);
    if (below === undefined) continue;
    if (await below.find(METADATA)) yield below;
    else if (DATE_FOLDER.test(name)) yield* postsBelow(below, most);
  }
}

async function* readCreator(folder: Folder, creator: Creator, reading: Reading): AsyncGenerator<Found> {
  const indices = await folder.find("creator-indices.ktoolbox");
  if (indices) reading.uses(indices);
  for await (const post of postsBelow(folder)) yield* readPost(post, creator, reading);
}

async function* readPost(
  folder: Folder,
  creator: Creator | undefined,
  reading: Reading,
): AsyncGenerator<Found> {
  const texts: Entry[] = [];
  const media: Entry[] = [];
  for await (const entry of folder.walk()) (TEXTS.has(entry.name) ? texts : media).push(entry);
  for (const entry of texts) reading.uses(entry);
  const files = new FilesByContent(folder, media, reading.uses);
  const current = await folder.find(METADATA);
  const revisions = texts.filter(({ name, path }) => name === METADATA && path !== current?.path);
  for (const entry of current ? [current, ...revisions] : []) {
    const post = await orReport(entry, reading, checkedJson(folder, entry, KemonoPost));
    if (post === undefined && entry === current) return;
    if (post === undefined) continue;
    const below = entry.path.slice(0, -METADATA.length);
    const text = texts.find(({ path }) => CONTENTS.some((name) => path === below + name));
    const html = text && (await orReport(text, reading, folder.text(text)));
    const { fields, ...others } = await kemonoFields(post, html, files, entry.path, reading);
    const name = creator?.key === keyOf(post) ? creator.name : undefined;
    if (entry === current) yield creatorOf(post, name, entry.path);
    if (entry !== current) yield { entity: "post_revisions", fields, from: entry.path };
    else yield { entity: "posts", fields, from: entry.path, ...others, sources: text && [text.path] };
  }
}
