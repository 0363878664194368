/** Files of messages, stored as database rows. */
import { type Entry, type Folder, type LocalFile, ReadError, type Reading } from "./lib/format.ts";
import { accountForDatabase, DatabaseCopy, type Row } from "./lib/sqlite.ts";

export const DATABASE_EXTENSION = ".dht";
/** Second database, if its owner stores files separately. */
const FILES_EXTENSION = `${DATABASE_EXTENSION}_downloads`;

interface FilesOfMessage {
  found: LocalFile[];
  /** Files that were not downloaded. */
  missing: { name: string; url: string }[];
}

export class Files {
  /** Database of the files; undefined if it is missing or unreadable. */
  readonly stored: DatabaseCopy | undefined;
  readonly #messages: DatabaseCopy;
  readonly #entry: Entry;

  private constructor(messages: DatabaseCopy, stored: DatabaseCopy | undefined, entry: Entry) {
    this.#messages = messages;
    this.stored = stored;
    this.#entry = entry;
  }

  /** Opens the files of a database, which are in it or in a second one. */
  static async open(folder: Folder, entry: Entry, database: DatabaseCopy, reading: Reading): Promise<Files> {
    if (database.tables().has("download_blobs")) return new Files(database, database, entry);
    const second = await folder.find(entry.name.slice(0, -DATABASE_EXTENSION.length) + FILES_EXTENSION);
    if (second === undefined) return new Files(database, undefined, entry);
    await accountForDatabase(folder, second, reading);
    try {
      return new Files(database, await DatabaseCopy.open(folder, second), second);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      reading.report(second.path, error.message);
      return new Files(database, undefined, entry);
    }
  }

  of({ message_id: id = null }: Row): FilesOfMessage {
    const files: FilesOfMessage = { found: [], missing: [] };
    const rows = this.#messages.rows(
      `select name, normalized_url, download_url from attachments join message_attachments using (attachment_id)
       where message_id = ? order by attachment_id`,
      [id],
    );
    for (const row of rows) {
      const [name, url] = [String(row["name"]), String(row["normalized_url"])];
      if (this.#isStored(url)) files.found.push({ entry: this.#entry, name, bytes: () => this.#bytes(url) });
      else files.missing.push({ name, url: String(row["download_url"] ?? url) });
    }
    return files;
  }

  #isStored(url: string): boolean {
    return this.stored?.row("select 1 from download_blobs where normalized_url = ?", [url]) !== undefined;
  }

  async *#bytes(url: string): AsyncGenerator<Uint8Array> {
    const row = this.stored?.row("select blob from download_blobs where normalized_url = ?", [url]);
    if (row?.["blob"] instanceof Uint8Array) yield row["blob"];
  }
}
