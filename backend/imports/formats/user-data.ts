/** OF-DL, OF-Scraper and UltimaScraper: one `user_data.db` per creator, with related schemas. */
import { type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { Lookup } from "./lib/lookup.ts";
import { accountForDatabase, DatabaseCopy } from "./lib/sqlite.ts";
import { UserFiles } from "./user-data-files.ts";
import { creatorsOf, programOf, serviceOf } from "./user-data-program.ts";
import { messagesOf, postsOf } from "./user-data-records.ts";

const NAME = "user_data.db";
/** Locations of the database: OF-DL and UltimaScraper keep it in the creator's folder, OF-Scraper in a separate one. */
const PLACES = [`Metadata/${NAME}`, NAME];
/** Folder of backups that OF-Scraper creates before migrations. */
const COPIES = "backup";

export const userData: Format = {
  name: "OF-DL, OF-Scraper and UltimaScraper",
  async recognize(folder) {
    for (const place of PLACES) {
      const entry = await folder.find(place);
      if (entry?.isFolder !== false) continue;
      const scope = place === NAME ? "folder" : "tree";
      return { scope, read: (reading) => read(folder, place, reading) };
    }
    return undefined;
  },
};

async function* read(folder: Folder, place: string, reading: Reading): AsyncGenerator<Found> {
  const entry = await folder.find(place);
  if (entry === undefined) return;
  await accountForDatabase(folder, entry, reading);
  const copies = await folder.folder(COPIES);
  for (const copy of (await copies?.entries()) ?? []) if (copy.name.endsWith(".db")) reading.uses(copy);
  let database: DatabaseCopy | undefined;
  try {
    database = await DatabaseCopy.open(folder, entry);
    yield* readDatabase(database, folder, entry.path, reading);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(entry.path, error.message);
  } finally {
    await database?.close();
  }
}

async function* readDatabase(
  database: DatabaseCopy,
  folder: Folder,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  const tables = database.tables();
  if (!tables.has("posts") || !tables.has("medias"))
    throw new ReadError("has no posts and media, so it belongs to another program");
  database.index("medias", "post_id");
  const program = programOf(database, reading.zone);
  const service = serviceOf(database, from);
  const report = (reason: string) => reading.report(from, reason);
  const files = new UserFiles(database, new Lookup(folder), new Lookup(reading.imported), report);
  for (const creator of creatorsOf(database, service, folder.path, reading)) {
    const source = { database, program, creator, files, from, reading };
    yield { entity: "creators", fields: { service, id: creator.id, name: creator.name }, from };
    for (const table of ["posts", "stories", "others", "products"] as const)
      if (tables.has(table)) yield* postsOf(source, table);
    if (tables.has("messages")) yield* messagesOf(source);
  }
}
