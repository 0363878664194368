/** Counts what an import would add, without reading media files or writing rows. */

import type { Sql } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { TABLES } from "#backend/imports/bundle/tables.ts";
import type { Downloads } from "./formats/lib/folder.ts";
import type { Found } from "./formats/lib/format.ts";
import { filesOf } from "./formats/lib/recognize.ts";

const BATCH = 5000;

export interface Preview {
  /** Distinct records per entity, and distinct files. */
  counts: Partial<Record<Entity, number>>;
  /** Records read, including duplicates. */
  records: number;
  /** Total size of all files. */
  bytes: number;
  /** Posts already in the archive. */
  present: number;
}

interface Seen {
  entity: string;
  a: string;
  b: string;
  c: string;
  size: number;
}

/** Counts in a temporary table, so that memory use is independent of the number of records. */
export async function previewRecords(
  sql: Sql,
  downloads: Downloads,
  records: AsyncIterable<Found>,
): Promise<Preview> {
  const db = await sql.reserve();
  try {
    await db`create temporary table import_preview (entity text, a text, b text, c text, size bigint, primary key (entity, a, b, c))`;
    return await countIn(db, downloads, records);
  } finally {
    await db`drop table if exists import_preview`.catch(() => {}); // already gone if the connection was lost
    db.release();
  }
}

async function countIn(db: Sql, downloads: Downloads, records: AsyncIterable<Found>): Promise<Preview> {
  let batch: Seen[] = [];
  const flush = async () => {
    await db`
      insert into import_preview select * from json_populate_recordset(null::import_preview, ${JSON.stringify(batch)}::text::json)
      on conflict do nothing`;
    batch = [];
  };
  let count = 0;
  for await (const found of records) {
    count += 1;
    batch.push(...seenIn(found, downloads));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  const rows = await db<{ entity: Entity; count: number; bytes: number }[]>`
    select entity, count(*), sum(size)::bigint as bytes from import_preview group by entity`;
  const [here] = await db<[{ count: number }]>`
    select count(*) from import_preview i join posts p on p.service = i.a and p.id = i.b where i.entity = 'posts'`;
  return {
    counts: Object.fromEntries(rows.map((row) => [row.entity, row.count])),
    records: count,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    present: here.count,
  };
}

function* seenIn(found: Found, downloads: Downloads): Generator<Seen> {
  const fields = found.fields as Record<string, unknown>;
  if (found.entity !== "post_revisions" && found.entity !== "discord_message_revisions") {
    const [a = "", b = "", c = ""] = TABLES[found.entity].key.map((column) => clean(fields[column]));
    yield { entity: found.entity, a, b, c, size: 0 };
  }
  for (const { entry, name, bytes, size } of filesOf(found)) {
    const inside = bytes === undefined ? "" : clean(name);
    const length = bytes === undefined ? (downloads.statOf(entry.path)?.size ?? 0) : (size ?? 0);
    yield { entity: "files", a: clean(entry.path), b: inside, c: String(size ?? ""), size: length };
  }
}

/** Removes NUL, which PostgreSQL text cannot contain. */
const clean = (value: unknown) => String(value).replaceAll("\0", "");
