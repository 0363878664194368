/** Copies the database: every table in one transaction that sees one moment. */
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql, Tx } from "#backend/db/client.ts";
import { copyOut } from "#backend/db/copy-out.ts";
import { transaction } from "#backend/db/tx.ts";
import type { Backup } from "./backup.ts";
import { type FileRecord, SNAPSHOTS, type TablePart } from "./format.ts";
import { writeRemovals } from "./removals.ts";
import {
  columnList,
  type Migration,
  readMigrations,
  readSequences,
  readTables,
  type Sequence,
} from "./tables.ts";

const NEWLINE = 10;
const FILE_PAGE_SIZE = 1_000;

export interface Snapshot {
  taken_at: string;
  postgres: string;
  migrations: Migration[];
  tables: TablePart[];
  sequences: Sequence[];
}

export interface SnapshotOptions {
  sql: Sql;
  backup: Backup;
  id: string;
  /** Local path that the records of stored files are written to, one JSON object per line. */
  records: string;
  onTable?: (table: string, rows: number) => void;
}

/** Writes all tables; the removals first, so that also an interrupted backup passes them on. */
export async function writeSnapshot({
  sql,
  backup,
  id,
  records,
  onTable,
}: SnapshotOptions): Promise<Snapshot> {
  return await transaction(
    sql,
    async (tx) => {
      const [moment] = await tx<[{ taken_at: string; postgres: string }]>`
        select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
          current_setting('server_version') as postgres`;
      await writeRemovals(backup, id, tx);
      const tables: TablePart[] = [];
      for (const { name, columns } of await readTables(tx)) {
        const part = await writeTable(tx, backup, `${SNAPSHOTS}${id}/tables/${name}.copy`, name, columns);
        tables.push(part);
        onTable?.(name, part.rows);
      }
      await pipeline(Readable.from(fileRecords(tx)), createWriteStream(records, { mode: 0o600 }));
      const sequences = await readSequences(tx);
      return { ...moment, migrations: (await readMigrations(tx)) ?? [], tables, sequences };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

/** In the text format of COPY, in which each row is a line. */
async function writeTable(
  tx: Tx,
  backup: Backup,
  name: string,
  table: string,
  columns: string[],
): Promise<TablePart> {
  return await copyOut(tx, `copy "${table}" (${columnList(columns)}) to stdout`, async (rows) => {
    const counter = lineCounter();
    rows.once("error", (error) => counter.destroy(error));
    const part = await backup.writeCompressed(name, rows.pipe(counter));
    return { table, columns, rows: counter.lines, ...part };
  });
}

/** Passes bytes on and counts their lines. */
export function lineCounter(): Transform & { lines: number } {
  const counter = Object.assign(
    new Transform({
      transform(chunk: Buffer, _, done) {
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1))
          counter.lines += 1;
        done(null, chunk);
      },
    }),
    { lines: 0 },
  );
  return counter;
}

async function* fileRecords(tx: Tx): AsyncGenerator<string> {
  const pages = tx<FileRecord[]>`select hash, ext, size from files order by hash`.cursor(FILE_PAGE_SIZE);
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
