/** Posts and messages of `user_data.db`, with their files. */
import { createHash } from "node:crypto";
import type { Entry, Found, LocalFile, Reading } from "./lib/format.ts";
import type { Lookup } from "./lib/lookup.ts";
import { htmlOfMarkupOrText } from "./lib/markup.ts";
import type { DatabaseCopy, Row } from "./lib/sqlite.ts";
import type { Program, UserDataCreator } from "./user-data-program.ts";

export interface UserDataSource {
  database: DatabaseCopy;
  program: Program;
  creator: UserDataCreator;
  files: UserFiles;
  /** Path of the database. */
  from: string;
  reading: Reading;
}

/** Prefixes, since numbers of stories and products are separate from those of posts. */
const ID_PREFIXES = { posts: "", stories: "story-", others: "other-", products: "product-" };
type PostFields = Extract<Found, { entity: "posts" }>["fields"];
type PostTable = keyof typeof ID_PREFIXES;

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

export async function* postsOf(source: UserDataSource, table: PostTable): AsyncGenerator<Found> {
  const { database, creator, files, from } = source;
  for (const row of rowsOf(source, table)) {
    const { media, found } = await files.of(table, row);
    const fields: PostFields = {
      service: creator.service,
      id: `${ID_PREFIXES[table]}${row["post_id"]}`,
      user: creator.id,
      title: row["title"] ? String(row["title"]) : undefined,
      content: row["text"] ? htmlOfMarkupOrText(String(row["text"])) : undefined,
      published: source.program.date(String(row["created_at"])),
    };
    const tags = table === "posts" ? labelsOf(database, row) : [];
    if (tags.length > 0) fields.tags = tags;
    const price = Number(row["price"] ?? 0);
    if (price > 0 && !isTrue(row["paid"])) fields.incomplete_rewards = { price, ...media };
    yield { entity: "posts", fields: { ...fields, ...mainAndOthers(found) }, from };
  }
}

/** Messages sent by the creator only: records have no sender. */
export async function* messagesOf(source: UserDataSource): AsyncGenerator<Found> {
  const { creator, files, from, program, reading } = source;
  const { service, id: user, number } = creator;
  for (const row of rowsOf(source, "messages")) {
    const sender = row["user_id"] ?? undefined;
    if (sender !== undefined && number !== undefined && String(sender) !== String(number)) continue;
    const published = program.date(String(row["created_at"]));
    if (published === undefined) {
      reading.report(from, `message ${row["post_id"]} has no date`);
      continue;
    }
    const { found } = await files.of("messages", row);
    const hash = createHash("sha256").update(`${service} message ${row["post_id"]}`).digest("hex");
    const content = htmlOfMarkupOrText(String(row["text"] ?? ""));
    const fields = { hash, service, user, content, added: published, published, ...mainAndOthers(found) };
    yield { entity: "dms", fields, from };
  }
}

function rowsOf({ database, creator }: UserDataSource, table: PostTable | "messages"): Generator<Row> {
  if (creator.number === undefined || !database.columns(table).has("model_id"))
    return database.rows(`select * from ${table} order by post_id`);
  const own = creator.isFirst ? "model_id = ? or model_id is null" : "model_id = ?";
  return database.rows(`select * from ${table} where ${own} order by post_id`, [creator.number]);
}

function labelsOf(database: DatabaseCopy, { post_id: post = null }: Row): string[] {
  if (!database.columns("labels").has("name")) return [];
  const rows = database.rows(
    "select distinct name from labels where post_id = ? and name <> '' order by name",
    [post],
  );
  return Array.from(rows, ({ name }) => String(name));
}

const isTrue = (value: Row[string] | undefined) => value === 1 || String(value).toLowerCase() === "true";

function mainAndOthers([file, ...attachments]: LocalFile[]): { file?: LocalFile; attachments?: LocalFile[] } {
  return { file, attachments: attachments.length > 0 ? attachments : undefined };
}

interface MediaCounts {
  media_count: number;
  photo_count: number;
  video_count: number;
}

/** Finds files by the path at which the program stored them, even if the folder has been moved. */
export class UserFiles {
  /** Number of downloaded files that are missing from the import. */
  missing = 0;
  readonly #database: DatabaseCopy;
  readonly #places: Lookup[];

  constructor(database: DatabaseCopy, ...places: Lookup[]) {
    this.#database = database;
    this.#places = places;
  }

  async of(
    table: string,
    { post_id: post = null }: Row,
  ): Promise<{ media: MediaCounts; found: LocalFile[] }> {
    const media: MediaCounts = { media_count: 0, photo_count: 0, video_count: 0 };
    const found: LocalFile[] = [];
    for (const row of this.#database.rows("select * from medias where post_id = ? order by id", [post])) {
      if ((MEDIA_OF[String(row["api_type"]).toLowerCase()] ?? "posts") !== table) continue;
      media.media_count += 1;
      if (row["media_type"] === "Images") media.photo_count += 1;
      if (row["media_type"] === "Videos") media.video_count += 1;
      const entry = await this.#find(row);
      if (entry !== undefined) found.push({ entry, name: entry.name });
      else if (isTrue(row["downloaded"])) this.missing += 1;
    }
    return { media, found };
  }

  async #find({ directory, filename }: Row): Promise<Entry | undefined> {
    if (!filename || filename === "NULL") return undefined; // written by OF-DL
    for (const place of this.#places) {
      const entry = await place.fileBySuffix(`${directory ?? ""}/${filename}`);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}
