/** Reads a copy of each downloaded database: SQLite locks databases it opens and writes files next to them. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import sqlite, { type Database, type SQLiteValue } from "node-sqlite3-wasm";
import { type Entry, type Folder, ReadError, type Reading } from "./format.ts";

/** Integers beyond 2^53 are bigint. */
export type Row = Record<string, SQLiteValue>;

/** First bytes of a database, in latin1. */
export const MAGIC = "SQLite format 3\0";
/** Files with pending changes: the write-ahead log or the rollback journal. */
const COMPANIONS = ["-wal", "-journal"];

/** Index of the log, useless without the process that wrote it. */
const SHARED_MEMORY = "-shm";

/** Marks the database and its companion files as used. */
export async function accountForDatabase(folder: Folder, entry: Entry, reading: Reading): Promise<void> {
  reading.uses(entry);
  const place = entry.path.slice(folder.path === "" ? 0 : folder.path.length + 1);
  for (const suffix of [...COMPANIONS, SHARED_MEMORY]) {
    const companion = await folder.find(`${place}${suffix}`);
    if (companion !== undefined) reading.uses(companion);
  }
}

/** True if the file begins like a database. */
export async function isDatabase(folder: Folder, entry: Entry): Promise<boolean> {
  try {
    for await (const chunk of folder.bytes(entry))
      return Buffer.from(chunk.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

/** A consistent copy of a database, in a temporary folder until closed. */
export class DatabaseCopy {
  readonly #folder: string;
  readonly #database: Database;
  readonly #columns = new Map<string, ReadonlySet<string>>();

  private constructor(folder: string, database: Database) {
    this.#folder = folder;
    this.#database = database;
  }

  /**
   * Copies again if another program has written to the database meanwhile.
   * @throws ReadError if the database is incomplete or constantly written
   */
  static async open(folder: Folder, entry: Entry): Promise<DatabaseCopy> {
    const scratch = await mkdtemp(join(tmpdir(), "roost-database-"));
    try {
      if (!(await isDatabase(folder, entry))) throw new ReadError("is no SQLite database");
      const copy = join(scratch, "copy");
      if (!(await copyUnchanged(folder, entry, copy)) && !(await copyUnchanged(folder, entry, copy)))
        throw new ReadError("is being written by another program; import it again when that is done");
      return new DatabaseCopy(scratch, openCopy(copy));
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      throw error;
    }
  }

  tables(): ReadonlySet<string> {
    const rows = this.rows("select name from sqlite_schema where type = 'table'");
    return new Set(Array.from(rows, ({ name }) => String(name)));
  }

  /** Columns of a table, which vary by the program's version; empty for a missing table. */
  columns(table: string): ReadonlySet<string> {
    let columns = this.#columns.get(table);
    if (columns === undefined) {
      const rows = this.rows("select name from pragma_table_info(?)", [table]);
      columns = new Set(Array.from(rows, ({ name }) => String(name)));
      this.#columns.set(table, columns);
    }
    return columns;
  }

  /** Adds an index for a column that the program does not index. */
  index(table: string, column: string): void {
    refused(() => this.#database.exec(`create index "${table} by ${column}" on "${table}" ("${column}")`));
  }

  /**
   * Yields rows one by one.
   * @throws ReadError if the statement fails
   */
  *rows(sql: string, values: SQLiteValue[] = []): Generator<Row> {
    const statement = refused(() => this.#database.prepare(sql));
    try {
      const rows = statement.iterate(values);
      for (;;) {
        const next = refused(() => rows.next());
        if (next.done === true) return;
        yield next.value as Row; // nested by table only on demand
      }
    } finally {
      statement.finalize();
    }
  }

  /** @returns the first row; undefined if there is none */
  row(sql: string, values: SQLiteValue[] = []): Row | undefined {
    for (const row of this.rows(sql, values)) return row;
    return undefined;
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Copies the database and its companion files. @returns true if they did not change meanwhile */
async function copyUnchanged(folder: Folder, entry: Entry, to: string): Promise<boolean> {
  const before = await folder.stat(entry);
  await copyFile(folder, entry, to);
  for (const suffix of COMPANIONS) {
    // Not taken from the listing, which may be outdated.
    const companion = { path: `${entry.path}${suffix}`, name: `${entry.name}${suffix}`, isFolder: false };
    await rm(`${to}${suffix}`, { force: true });
    await copyFile(folder, companion, `${to}${suffix}`).catch(ifAbsent);
  }
  const after = await folder.stat(entry);
  const { size } = await stat(to);
  return (
    before.modified.getTime() === after.modified.getTime() &&
    before.size === after.size &&
    size === after.size
  );
}

async function copyFile(folder: Folder, entry: Entry, to: string): Promise<void> {
  await pipeline(folder.bytes(entry), createWriteStream(to));
}

/** Ignores a missing file: most databases have no log and no journal. */
function ifAbsent(error: unknown): void {
  if (!(error instanceof ReadError)) throw error;
}

/** Opens the copy for writing, since SQLite first rolls back a journal left by a killed program. */
function openCopy(path: string): Database {
  return refused(() => {
    const database = new sqlite.Database(path, { fileMustExist: true });
    try {
      database.exec("pragma locking_mode = exclusive"); // reads a write-ahead log without shared memory
      const check = database.get("pragma quick_check(1)");
      if (check?.["quick_check"] !== "ok") throw new ReadError("cannot be read as a database: it is damaged");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function refused<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof sqlite.SQLite3Error)
      throw new ReadError(`cannot be read as a database: ${error.message}`);
    throw error;
  }
}
