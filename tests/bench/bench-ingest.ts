/** Ingest of posts against COPY of the same rows, into a table without our triggers and into one with them. */
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { POST_DEFAULTS } from "#shared/entities/post.ts";
import { type Cut, ingest } from "./bundles.ts";
import { compare, type Line, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const COLUMNS = `service, id, "user", ${Object.keys(POST_DEFAULTS)}, hidden, sanitizer`;

/** @param full a database that holds the whole sample */
export async function benchIngest(
  setting: Setting,
  full: { url: string; sql: Sql },
  cut: Cut,
): Promise<Line[]> {
  const data = join(setting.folder, "ingest-data");
  const ours = await setting.database("ingest");
  const copy = await setting.database("copy");
  for (const { sql } of [ours, copy]) await ingest(sql, cut.base, data);
  await copy.sql`create table bare (like posts including generated including defaults including indexes)`;
  const rows: Buffer[] = [];
  for (const { keys } of cut.parts) rows.push(await copyText(full, keys));
  const perSecond = (round: number, seconds: number) => cut.parts[round]!.keys.length / seconds;
  const found = await rounds({
    ingest: async (round) => perSecond(round, await ingest(ours.sql, cut.parts[round]!.folder, data)),
    bare: async (round) => perSecond(round, await copyIn(copy.sql, "bare", rows[round]!)),
    triggers: async (round) => perSecond(round, await copyIn(copy.sql, "posts", rows[round]!)),
  });
  const [bare, triggers] = ["the same table and indexes, no triggers", "our table, with its triggers"];
  return [
    compare(`ingest, posts (COPY into ${bare})`, found.ingest!, found.bare!, rate, { atLeast: 0.3 }),
    compare(`ingest, posts (COPY into ${triggers})`, found.ingest!, found.triggers!, rate, { atLeast: 0.8 }),
  ];
}

/** The rows of these posts as COPY writes them. */
async function copyText(
  { url, sql }: { url: string; sql: Sql },
  keys: Cut["parts"][number]["keys"],
): Promise<Buffer> {
  await sql`create table if not exists bench_wanted (service text collate "C", id text collate "C")`;
  await sql`truncate bench_wanted`;
  await sql`insert into bench_wanted select * from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.id)}::text[])`;
  const columns = COLUMNS.replaceAll(/\w+|"user"/g, (name) => `p.${name}`);
  const query = `copy (select ${columns} from posts p join bench_wanted using (service, id)) to stdout`;
  // A connection of its own, thrown away: the driver may leave its socket paused after reading a COPY.
  const reader = openDatabase(url, { max: 1, statementTimeout: 0 });
  const stream: Readable = await reader.unsafe(query).readable();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  await reader.end({ timeout: 0 });
  return Buffer.concat(chunks);
}

async function copyIn(sql: Sql, table: string, text: Buffer): Promise<number> {
  const begun = performance.now();
  const stream: Writable = await sql.unsafe(`copy ${table} (${COLUMNS}) from stdin`).writable();
  for (let at = 0; at < text.length; at += 65_536)
    if (!stream.write(text.subarray(at, at + 65_536))) await once(stream, "drain");
  stream.end();
  await once(stream, "finish");
  return (performance.now() - begun) / 1000;
}
