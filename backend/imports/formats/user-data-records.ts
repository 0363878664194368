/** Posts and messages of `user_data.db`, with their files. */
import { createHash } from "node:crypto";
import type { Found, LocalFile, Reading } from "./lib/format.ts";
import { htmlOfMarkupOrText } from "./lib/markup.ts";
import type { DatabaseCopy, Row } from "./lib/sqlite.ts";
import { isTrue, type UserFiles } from "./user-data-files.ts";
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

export async function* postsOf(source: UserDataSource, table: PostTable): AsyncGenerator<Found> {
  const { database, creator, files, from } = source;
  for (const row of rowsOf(source, table)) {
    const { media, found, missing } = await files.of(table, row);
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
    const all = { ...fields, ...mainAndOthers(found) };
    yield { entity: "posts", fields: all, from, missing: missing.length > 0 ? missing : undefined };
  }
}

/** Messages sent by the creator only: records have no sender. */
export async function* messagesOf(source: UserDataSource): AsyncGenerator<Found> {
  const { creator, files, from, program, reading } = source;
  const { service, id: user, number } = creator;
  const owner = ownerOf(source);
  for (const row of rowsOf(source, "messages")) {
    const sender = row["user_id"] ?? undefined;
    if (sender !== undefined && number !== undefined && String(sender) !== String(number)) {
      if (String(sender) !== owner)
        reading.report(
          from,
          `message ${row["post_id"]} is by account ${sender}, neither ${creator.name} nor the account's owner`,
        );
      continue;
    }
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

/** The account's owner, whose own messages are skipped: the only or most frequent sender beside the creator. */
function ownerOf(source: UserDataSource): string | undefined {
  const counts = new Map<string, number>();
  for (const { user_id: sender } of rowsOf(source, "messages")) {
    const id = String(sender ?? "");
    if (id !== "" && id !== String(source.creator.number)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? undefined : first[0];
}

function rowsOf({ database, creator }: UserDataSource, table: PostTable | "messages"): Generator<Row> {
  if (creator.number === undefined || !database.columns(table).has("model_id"))
    return database.rows(`select * from ${table} order by post_id`);
  const condition = creator.isFirst ? "model_id = ? or model_id is null" : "model_id = ?";
  return database.rows(`select * from ${table} where ${condition} order by post_id`, [creator.number]);
}

function labelsOf(database: DatabaseCopy, { post_id: post = null }: Row): string[] {
  if (!database.columns("labels").has("name")) return [];
  const rows = database.rows(
    "select distinct name from labels where post_id = ? and name <> '' order by name",
    [post],
  );
  return Array.from(rows, ({ name }) => String(name));
}

function mainAndOthers([file, ...attachments]: LocalFile[]): { file?: LocalFile; attachments?: LocalFile[] } {
  return { file, attachments: attachments.length > 0 ? attachments : undefined };
}
