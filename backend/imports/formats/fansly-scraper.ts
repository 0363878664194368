/**
 * fansly-scraper (agnosto): `downloads.db` beside a folder for each creator, `<creator>/timeline/images/<post>_01_<media>.jpg`,
 * and `<creator>/messages/chat_log.json`. The text of posts is in the database, since 0.8.6.
 *
 * It stores only the creator's name in lower case, which serves as the id. The chat log has the account's id,
 * but not every folder has a log, and an id that changes with the next download would create a second creator.
 */

import { type FilesById, filesOfCreator, holdsNumbered, sectionOf } from "./fansly-scraper-files.ts";
import { holdsChatLog, readMessages } from "./fansly-scraper-messages.ts";
import { toUtc } from "./lib/dates.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { attachmentsOf, byName, creatorOfFolder, entriesOf, type FoundCreator } from "./lib/names.ts";
import { DatabaseCopy } from "./lib/sqlite.ts";
import { htmlOfText } from "./lib/text.ts";

const DATABASE = "downloads.db";
const idOf = (name: string) => name.toLowerCase();
const IMAGE = /^\d+_(avatar|banner)\.\w+$/;
/** Undated posts are exported as 1970-01-01. */
const EPOCH_YEARS = "1971";

export const fanslyScraper: Format = {
  name: "fansly-scraper",
  async recognize(folder) {
    const entry = await folder.find(DATABASE);
    if (entry !== undefined && (await isOurs(folder, entry)))
      return { scope: "tree", read: (reading) => readAll(folder, entry, reading) };
    if (await isCreator(folder))
      return { scope: "tree", read: (reading) => readCreator(folder, undefined, reading) };
    return undefined;
  },
};

/** With a damaged database, creators' folders are still imported, without texts. */
async function isOurs(folder: Folder, entry: Entry): Promise<boolean> {
  const database = await opened(folder, entry);
  if (!(database instanceof ReadError)) {
    const ours = database.tables().has("processed_posts") || database.columns("files").has("file_type");
    await database.close();
    return ours;
  }
  for (const { name } of await folder.entries()) {
    const inner = await folder.folder(name);
    if (inner !== undefined && (await isCreator(inner))) return true;
  }
  return false;
}

async function opened(folder: Folder, entry: Entry): Promise<DatabaseCopy | ReadError> {
  try {
    return await DatabaseCopy.open(folder, entry);
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

async function isCreator(folder: Folder): Promise<boolean> {
  return (await holdsNumbered(folder)) || (await holdsChatLog(folder));
}

async function* readAll(folder: Folder, entry: Entry, reading: Reading): AsyncGenerator<Found> {
  const database = await opened(folder, entry);
  if (database instanceof ReadError) {
    reading.report(entry.path, database.message);
    return yield* readFolders(folder, undefined, new Set(), reading);
  }
  try {
    const left = new Set(creatorsOf(database));
    yield* readFolders(folder, database, left, reading);
    for (const id of left) yield* readTexts(id, entry, database);
  } finally {
    await database.close();
  }
}

/** @param left creators of the database; those with a folder are removed */
async function* readFolders(
  folder: Folder,
  database: DatabaseCopy | undefined,
  left: Set<string>,
  reading: Reading,
): AsyncGenerator<Found> {
  for (const one of await folder.entries()) {
    if (!one.isFolder && one.name.startsWith(DATABASE)) reading.uses(one);
    const inner = one.isFolder ? await folder.folder(one.name) : undefined;
    if (one.name === ".logs") for await (const log of inner?.walk() ?? []) reading.uses(log);
    else if (inner !== undefined && (left.has(idOf(one.name)) || (await holdsSection(inner))))
      yield* readCreator(inner, database, reading);
    left.delete(idOf(one.name));
  }
}

async function holdsSection(folder: Folder): Promise<boolean> {
  return (await entriesOf(folder)).some(({ name, isFolder }) => isFolder && sectionOf(name) !== undefined);
}

/** Reads a creator whose files are elsewhere or gone. */
async function* readTexts(id: string, entry: Entry, database: DatabaseCopy): AsyncGenerator<Found> {
  const fields = { service: "fansly", id, public_id: id, name: id } as const;
  const creator: FoundCreator = { entity: "creators", from: entry.path, fields };
  yield creator;
  yield* readPosts(creator, new Map(), textsOf(id, database));
}

async function* readCreator(
  folder: Folder,
  database: DatabaseCopy | undefined,
  reading: Reading,
): AsyncGenerator<Found> {
  const creator = creatorOfFolder("fansly", folder.path, reading, idOf);
  if (creator === undefined) return;
  yield { ...creator, fields: { ...creator.fields, ...(await imagesOf(folder, reading)) } };
  const files = await filesOfCreator(folder, database, reading);
  yield* readPosts(creator, files.posts, database && textsOf(creator.fields.id, database));
  yield* readPosts(creator, files.stories, undefined);
  yield* readMessages(creator, files.messages, folder, reading);
}

/** Newest avatar and banner: ids increase. */
async function imagesOf(
  folder: Folder,
  reading: Reading,
): Promise<Pick<FoundCreator["fields"], "icon" | "banner">> {
  const images: Pick<FoundCreator["fields"], "icon" | "banner"> = {};
  const entries = await entriesOf(await folder.folder("profile"), reading);
  for (const entry of [...entries].sort(byName)) {
    const kind = IMAGE.exec(entry.name)?.[1];
    if (kind === undefined) continue;
    reading.uses(entry);
    images[kind === "avatar" ? "icon" : "banner"] = { entry, name: entry.name };
  }
  return images;
}

function creatorsOf(database: DatabaseCopy): string[] {
  if (!database.tables().has("processed_posts")) return [];
  const names = database.rows("select distinct model_username as name from processed_posts order by name");
  return Array.from(names, ({ name }) => idOf(String(name)));
}

function* textsOf(id: string, database: DatabaseCopy): Generator<Record<string, unknown>> {
  if (!database.tables().has("processed_posts")) return;
  yield* database.rows(
    "select post_id, content, post_created_at from processed_posts where lower(model_username) = ? order by post_id",
    [id],
  );
}

async function* readPosts(
  creator: FoundCreator,
  files: FilesById,
  texts: Iterable<Record<string, unknown>> | undefined,
): AsyncGenerator<Found> {
  const { service, id: user } = creator.fields;
  const post = (id: string, entries: Entry[], text: { content?: string; published?: string }): Found => ({
    entity: "posts",
    from: entries[0]?.path ?? creator.from,
    fields: { service, id, user, ...text, ...attachmentsOf(entries, byName) },
  });
  for (const row of texts ?? []) {
    const id = String(row["post_id"]);
    const date = toUtc(String(row["post_created_at"] ?? ""), "UTC");
    const published = date !== undefined && date > EPOCH_YEARS ? date : undefined;
    const content = htmlOfText(String(row["content"] ?? "")) || undefined;
    yield post(id, files.get(id) ?? [], { content, published });
    files.delete(id);
  }
  for (const [id, entries] of files) yield post(id, entries, {});
}
