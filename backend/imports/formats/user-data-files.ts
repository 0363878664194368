/** Files of `user_data.db`: which belong to a post, and where they are. */
import type { Entry, LocalFile, MissingFile } from "./lib/format.ts";
import type { Lookup } from "./lib/lookup.ts";
import type { DatabaseCopy, Row } from "./lib/sqlite.ts";

/** Table of a medium's post, by `api_type`; other types belong to posts. */
const MEDIA_OF: Record<string, string> = {
  messages: "messages",
  message: "messages",
  chats: "messages",
  massmessages: "messages",
  stories: "stories",
  highlights: "stories",
  products: "products",
  others: "others",
};

export const isTrue = (value: Row[string] | undefined) =>
  value === 1 || String(value).toLowerCase() === "true";

function addressOf({ link }: Row): { url?: string } {
  return typeof link === "string" && /^https?:\/\//.test(link) ? { url: link } : {};
}

interface MediaCounts {
  media_count: number;
  photo_count: number;
  video_count: number;
}

/** Finds files by the path at which the program stored them, even if they have been moved. */
export class UserFiles {
  readonly #database: DatabaseCopy;
  readonly #beside: Lookup;
  readonly #anywhere: Lookup;
  readonly #report: (reason: string) => void;

  /**
   * @param beside the folder of the database
   * @param anywhere the whole import
   * @param report called for each downloaded file that is missing
   */
  constructor(database: DatabaseCopy, beside: Lookup, anywhere: Lookup, report: (reason: string) => void) {
    this.#database = database;
    this.#beside = beside;
    this.#anywhere = anywhere;
    this.#report = report;
  }

  async of(
    table: string,
    { post_id: post = null }: Row,
  ): Promise<{ media: MediaCounts; found: LocalFile[]; missing: MissingFile[] }> {
    const media: MediaCounts = { media_count: 0, photo_count: 0, video_count: 0 };
    const found: LocalFile[] = [];
    const missing: MissingFile[] = [];
    for (const row of this.#database.rows("select * from medias where post_id = ? order by id", [post])) {
      if ((MEDIA_OF[String(row["api_type"]).toLowerCase()] ?? "posts") !== table) continue;
      media.media_count += 1;
      if (row["media_type"] === "Images") media.photo_count += 1;
      if (row["media_type"] === "Videos") media.video_count += 1;
      const { directory, filename } = row;
      if (!filename || filename === "NULL") continue; // written by OF-DL
      const path = `${directory ?? ""}/${filename}`;
      const size = Number(row["size"]) > 0 ? Number(row["size"]) : undefined;
      const entry = await this.#find(path, size);
      if (entry !== undefined) found.push({ entry, name: entry.name, ...(size !== undefined && { size }) });
      else if (isTrue(row["downloaded"])) {
        this.#report(`post ${post} names ${path}, which is not there`);
        missing.push({ name: String(filename), ...addressOf(row) });
      }
    }
    return { media, found, missing };
  }

  async #find(path: string, size: number | undefined): Promise<Entry | undefined> {
    return (
      (await this.#beside.fileBySuffix(path)) ??
      (await this.#anywhere.fileBySuffix(path)) ??
      (await this.#anywhere.moved(path, size))
    );
  }
}
