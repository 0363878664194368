/**
 * boosty-downloader (Glitchy-Sheep): `<blog>/2024-05-01 - <title> (<first digits of the id>)/post.html` with `images`,
 * `files`, `audio`, `boosty_videos` and `external_videos`; the day is UTC. `<blog>/post_cache.db` has complete ids. Names
 * from before August 2026 may lack the digits: the id of such a post is derived from blog, day and title.
 */

import { isPage, parsePage } from "./boosty-page.ts";
import { toUtc } from "./lib/dates.ts";
import {
  type Entry,
  type Folder,
  type Format,
  type Found,
  type MissingFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import { byPath, creatorOfFolder, stableId } from "./lib/names.ts";
import { DatabaseCopy } from "./lib/sqlite.ts";

const DATABASE = "post_cache.db";
const PAGE = "post.html";
const POST_FOLDER = /^(\d{4}-\d\d-\d\d) - (.*?)(?: \(([0-9a-f]{8})\))?$/s;
/** Placeholder of a missing title; the page then shows the folder name. */
const NO_TITLE = "No title";

export const boostyDownloader: Format = {
  name: "boosty-downloader",
  async recognize(folder) {
    if (!(await isBlog(folder))) return undefined;
    return { scope: "tree", read: (reading) => readBlog(folder, reading) };
  },
};

const isPost = ({ name, isFolder }: Entry) => isFolder && POST_FOLDER.test(name);

/** True if the first complete page is a post, or there is a database (if only files were downloaded). */
async function isBlog(folder: Folder): Promise<boolean> {
  const posts = (await folder.entries()).filter(isPost);
  for (const { name } of posts) {
    const page = await folder.find(`${name}/${PAGE}`);
    if (page !== undefined && (await folder.text(page).then(isPage, () => false))) return true;
  }
  const database = posts.length > 0 ? await databaseOf(folder) : undefined;
  if (!(database instanceof DatabaseCopy)) return false;
  const isOurs = database.tables().has("post_cache");
  await database.close();
  return isOurs;
}

async function databaseOf(folder: Folder): Promise<DatabaseCopy | ReadError | undefined> {
  const entry = await folder.find(DATABASE);
  try {
    return entry && (await DatabaseCopy.open(folder, entry));
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

async function* readBlog(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const creator = creatorOfFolder("boosty", folder.path, reading);
  if (creator === undefined) return;
  yield creator;
  const opened = await databaseOf(folder);
  const database = opened instanceof DatabaseCopy ? opened : undefined;
  for (const entry of await folder.entries()) {
    if (!entry.name.startsWith(DATABASE)) continue;
    reading.uses(entry);
    if (opened instanceof ReadError && entry.name === DATABASE) reading.report(entry.path, opened.message);
  }
  try {
    for (const { name } of (await folder.entries()).filter(isPost)) {
      const post = await folder.folder(name);
      if (post !== undefined) yield await postOf(post, creator.fields.id, database, reading);
    }
  } finally {
    await database?.close();
  }
}

async function postOf(
  folder: Folder,
  user: string,
  database: DatabaseCopy | undefined,
  reading: Reading,
): Promise<Found> {
  const name = folder.path.slice(folder.path.lastIndexOf("/") + 1);
  const [, day = "", titleOnDisk = "", digits] = POST_FOLDER.exec(name) ?? [];
  const page = await folder.find(PAGE);
  const { title, content, paths } = await readPage(folder, page, reading);
  const files: Entry[] = [];
  const missing: MissingFile[] = [];
  for (const path of paths) {
    const file = await folder.find(path);
    if (file === undefined) {
      reading.report(page?.path ?? folder.path, `${path} is not there`);
      missing.push({ name: path.split("/").at(-1) ?? path });
    } else if (!files.some((one) => one.path === file.path)) files.push(file);
  }
  const shown = new Set([page?.path, ...files.map(({ path }) => path)]);
  const unshown: Entry[] = [];
  for await (const file of folder.walk()) if (!shown.has(file.path)) unshown.push(file);
  const attachments = [...files, ...unshown.sort(byPath)].map((entry) => ({ entry, name: entry.name }));
  return {
    entity: "posts",
    from: page?.path ?? folder.path,
    fields: {
      service: "boosty",
      id: digits === undefined ? stableId("boosty", user, day, titleOnDisk) : wholeId(digits, database),
      user,
      title: [title, titleOnDisk].find((one) => one !== undefined && one !== name && one !== NO_TITLE),
      content,
      published: toUtc(day, "UTC"),
      ...(attachments.length > 0 ? { attachments } : {}),
    },
    missing: missing.length > 0 ? missing : undefined,
  };
}

/** Returns the digits if they are not the prefix of exactly one post in the database. */
function wholeId(digits: string, database: DatabaseCopy | undefined): string {
  if (database?.tables().has("post_cache") !== true) return digits;
  const rows = [
    ...database.rows("select post_uuid from post_cache where post_uuid like ? limit 2", [`${digits}%`]),
  ];
  return rows.length === 1 ? String(rows[0]?.["post_uuid"]) : digits;
}

async function readPage(
  folder: Folder,
  page: Entry | undefined,
  reading: Reading,
): Promise<ReturnType<typeof parsePage>> {
  if (page === undefined) return { paths: [] };
  try {
    const parsed = parsePage(await folder.text(page));
    reading.uses(page);
    return parsed;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(page.path, error.message);
    return { paths: [] };
  }
}
