/** Databases among downloads. Each is copied and the copy is read: SQLite takes locks and writes files beside what it opens. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import sqlite, { type Database, type SQLiteValue } from "node-sqlite3-wasm";
import { type Entry, type Folder, ReadError, type Reading } from "./format.ts";

/** Integers beyond 2^53 are bigint. */
export type Row = Record<string, SQLiteValue>;

const MAGIC = "SQLite format 3\0";
/** Changes that are not yet in the file itself: of a database with a write-ahead log, and of one with a rollback journal. */
const COMPANIONS = ["-wal", "-journal"];

/** An index of the log, of no use without the process that wrote it. */
const SHARED_MEMORY = "-shm";

/** Accounts for the database and the files that SQLite keeps beside it. */
export async function accountForDatabase(folder: Folder, entry: Entry, reading: Reading): Promise<void> {
  reading.uses(entry);
  const place = entry.path.slice(folder.path === "" ? 0 : folder.path.length + 1);
  for (const suffix of [...COMPANIONS, SHARED_MEMORY]) {
    const companion = await folder.find(`${place}${suffix}`);
    if (companion !== undefined) reading.uses(companion);
  }
}

/** Whether the file begins as a database does. */
export async function isDatabase(folder: Folder, entry: Entry): Promise<boolean> {
  try {
    for await (const chunk of folder.bytes(entry))
      return Buffer.from(chunk.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

/** A copy of a database as it was at one moment, in a temporary folder until it is closed. */
export class DatabaseCopy {
  readonly #folder: string;
  readonly #database: Database;
  readonly #columns = new Map<string, ReadonlySet<string>>();

  private constructor(folder: string, database: Database) {
    this.#folder = folder;
    this.#database = database;
  }

  /**
   * Another program may write the database meanwhile; it is copied once more where that happened.
   * @throws ReadError where it is no whole database, or is written all the time
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

  /** Programs add columns over the years; a table that is not there has none. */
  columns(table: string): ReadonlySet<string> {
    let columns = this.#columns.get(table);
    if (columns === undefined) {
      const rows = this.rows("select name from pragma_table_info(?)", [table]);
      columns = new Set(Array.from(rows, ({ name }) => String(name)));
      this.#columns.set(table, columns);
    }
    return columns;
  }

  /** Lets rows be found by a column that the program itself never looks them up by. */
  index(table: string, column: string): void {
    refused(() => this.#database.exec(`create index "${table} by ${column}" on "${table}" ("${column}")`));
  }

  /**
   * The rows one by one.
   * @throws ReadError where the database refuses the statement
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

  /** @returns the first row, undefined where there is none */
  row(sql: string, values: SQLiteValue[] = []): Row | undefined {
    for (const row of this.rows(sql, values)) return row;
    return undefined;
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Copies the database and what belongs to it. @returns whether the database stayed the same meanwhile */
async function copyUnchanged(folder: Folder, entry: Entry, to: string): Promise<boolean> {
  const before = await folder.stat(entry);
  await copyFile(folder, entry, to);
  for (const suffix of COMPANIONS) {
    // Not by the listing, which may be older than they are.
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

/** Most databases have no log and no journal. */
function ifAbsent(error: unknown): void {
  if (!(error instanceof ReadError)) throw error;
}

/** Opened for writing, since a journal left by a program that was killed is rolled back first. */
function openCopy(path: string): Database {
  return refused(() => {
    const database = new sqlite.Database(path, { fileMustExist: true });
    try {
      database.exec("pragma locking_mode = exclusive"); // a write-ahead log is read without shared memory
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
