/** patreon-dl: reads its database, or without one the folder of each post, product and campaign. */
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { readDatabase, type TextlessPosts } from "./patreon-dl-database.ts";
import {
  answersIn,
  readCampaignFolder,
  readPostFolder,
  readProductFolder,
  readText,
} from "./patreon-dl-folders.ts";

const DATABASE = ".patreon-dl/db.sqlite";
const CAMPAIGN = "campaign_info";
/** Folders of metadata and previews. */
const DESCRIBING = new Set([
  ...[".patreon-dl", CAMPAIGN, "post_info", "product_info", "collections", ".thumbnails"],
  ...["image_previews", "video_preview", "audio_preview", "preview_media"],
]);

export const patreonDl: Format = {
  name: "patreon-dl",
  async recognize(folder) {
    const read = await readerOf(folder);
    if (read === undefined) return undefined;
    return { scope: "tree", read: (reading) => readAll(folder, read(reading), reading) };
  },
};

type Read = (reading: Reading) => AsyncGenerator<Found>;

async function readerOf(folder: Folder): Promise<Read | undefined> {
  const database = await folder.find(DATABASE);
  if (database?.isFolder === false) return (reading) => readDatabaseOrFolders(folder, database, reading);
  const post = await folder.folder("post_info");
  if (post && (await answersIn(post)).length > 0) return (reading) => readPostFolder(folder, post, reading);
  const product = await folder.folder("product_info");
  if (product && (await answersIn(product)).length > 0)
    return (reading) => readProductFolder(folder, product, reading);
  const isCampaign = folder.path.split("/").at(-1) === CAMPAIGN && (await answersIn(folder)).length > 0;
  return isCampaign ? (reading) => readCampaignFolder(folder, reading) : undefined;
}

async function* readDatabaseOrFolders(
  folder: Folder,
  database: Entry,
  reading: Reading,
): AsyncGenerator<Found> {
  const textless: TextlessPosts = new Map();
  try {
    yield* readDatabase(folder, database, reading, textless);
    if (textless.size > 0) yield* readTexts(folder, textless, reading);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(database.path, error.message);
    yield* readFolders(folder, reading);
  }
}

/** Reads texts that an earlier run saved, which the database no longer has: some versions since 2026 saved null. */
async function* readTexts(folder: Folder, textless: TextlessPosts, reading: Reading): AsyncGenerator<Found> {
  const id = /^\d+/.exec(folder.path.split("/").at(-1) ?? "")?.[0] ?? "";
  const user = textless.get(id);
  const info = user === undefined ? undefined : await folder.folder("post_info");
  if (user !== undefined && info !== undefined) yield* readText(info, id, user, reading);
  else
    for (const { name, isFolder } of await folder.entries()) {
      const below = isFolder && !DESCRIBING.has(name) ? await folder.folder(name) : undefined;
      if (below !== undefined) yield* readTexts(below, textless, reading);
    }
}

async function* readFolders(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  for (const { name, isFolder } of await folder.entries()) {
    const below = isFolder ? await folder.folder(name) : undefined;
    if (below === undefined) continue;
    const read = await readerOf(below);
    yield* read === undefined ? readFolders(below, reading) : read(reading);
  }
}

async function* readAll(
  folder: Folder,
  records: AsyncGenerator<Found>,
  reading: Reading,
): AsyncGenerator<Found> {
  yield* records;
  for await (const entry of folder.walk()) {
    const parts = entry.path.split("/");
    const isSummary = parts.at(-2) === "embed" && entry.name.endsWith(".txt");
    if (isSummary || parts.some((part) => DESCRIBING.has(part))) reading.uses(entry);
  }
}
