import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sqlite, { type Database } from "node-sqlite3-wasm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Downloads } from "./folder.ts";
import { type Folder, ReadError } from "./format.ts";
import { DatabaseCopy } from "./sqlite.ts";

let root: string;
let scratch: string;
const open: Database[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "roost-sqlite-"));
  scratch = await mkdtemp(join(tmpdir(), "roost-sqlite-tmp-"));
  vi.stubEnv("TMPDIR", scratch);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const database of open.splice(0)) database.close();
  expect(await readdir(scratch)).toEqual([]); // all copies are deleted
  for (const folder of [root, scratch]) await rm(folder, { recursive: true, force: true });
});

/** A database that is still open in its program. */
function create(...statements: string[]): Database {
  const database = new sqlite.Database(join(root, "a.db"));
  open.push(database);
  for (const statement of statements) database.exec(statement);
  return database;
}

const LONG_LINES = (count: number) =>
  `insert into line select value, printf('%.*c', 400, 'x') from (with recursive n(value) as (select 2 union all select value + 1 from n where value < ${count}) select value from n)`;
const ONE_LINE = [
  "create table line(id integer primary key, text text)",
  "insert into line values (1, 'Low tide')",
];
const WRITE_AHEAD = [
  "pragma locking_mode = exclusive",
  "pragma journal_mode = wal",
  "pragma wal_autocheckpoint = 0",
];

async function copy(folder?: Folder): Promise<DatabaseCopy> {
  const entry = { path: "a.db", name: "a.db", isFolder: false };
  return DatabaseCopy.open(folder ?? (await Downloads.open(root)).folder, entry);
}

async function lines(folder?: Folder): Promise<unknown[]> {
  const database = await copy(folder);
  try {
    return [...database.rows("select id, text from line order by id")];
  } finally {
    await database.close();
  }
}

/** A folder that calls `happens` each time a file has been read completely. */
function whileRead(folder: Folder, happens: () => void): Folder {
  return {
    path: folder.path,
    entries: () => folder.entries(),
    walk: () => folder.walk(),
    folder: (name) => folder.folder(name),
    find: (path) => folder.find(path),
    stat: (entry) => folder.stat(entry),
    text: (entry, maxBytes) => folder.text(entry, maxBytes),
    json: (entry, maxBytes) => folder.json(entry, maxBytes),
    async *bytes(entry) {
      yield* folder.bytes(entry);
      if (entry.name === "a.db") happens();
    },
  };
}

describe("a database among downloads", () => {
  it("is read row by row, large integers exactly, and left as it was", async () => {
    create(...ONE_LINE, "insert into line values (1200000000000000001, null)").close();
    open.pop();
    const before = await readFile(join(root, "a.db"));
    expect(await lines()).toEqual([
      { id: 1, text: "Low tide" },
      { id: 1200000000000000001n, text: null },
    ]);
    expect(await readdir(root)).toEqual(["a.db"]);
    expect(await readFile(join(root, "a.db"))).toEqual(before);
  });

  it("names its tables and columns, none for a table that is not there", async () => {
    create(...ONE_LINE);
    const database = await copy();
    expect([...database.tables()]).toEqual(["line"]);
    expect([...database.columns("line")]).toEqual(["id", "text"]);
    expect([...database.columns("page")]).toEqual([]);
    expect(database.row("select text from line where id = ?", [1])).toEqual({ text: "Low tide" });
    expect(database.row("select text from line where id = ?", [2])).toBeUndefined();
    await database.close();
  });

  it("has what was committed to its write-ahead log, and nothing of an open transaction", async () => {
    create(...WRITE_AHEAD, ...ONE_LINE, "pragma cache_size = 5", "begin", LONG_LINES(3000));
    expect((await readdir(root)).sort()).toEqual(["a.db", "a.db-wal", "a.db.lock"]);
    expect(await lines()).toEqual([{ id: 1, text: "Low tide" }]);
  });

  it("is rolled back to its last commit where a transaction has written to it", async () => {
    const writer = create(...ONE_LINE, "pragma cache_size = 5", "begin", LONG_LINES(3000));
    expect((await readdir(root)).sort()).toEqual(["a.db", "a.db-journal", "a.db.lock"]);
    expect(await lines()).toEqual([{ id: 1, text: "Low tide" }]);
    writer.exec("commit");
    expect(await lines()).toHaveLength(3000);
  });

  it("is copied once more where it was written meanwhile", async () => {
    const writer = create(...ONE_LINE);
    let writes = 0;
    const folder = whileRead((await Downloads.open(root)).folder, () => {
      if (writes++ === 0) writer.exec(LONG_LINES(100));
    });
    expect(await lines(folder)).toHaveLength(100);
    expect(writes).toBe(2);
  });

  it("is refused while it is written all the time", async () => {
    const writer = create(...ONE_LINE);
    let count = 100;
    const folder = whileRead((await Downloads.open(root)).folder, () => {
      writer.exec(`delete from line where id > 1; ${LONG_LINES(count)}`);
      count += 100;
    });
    await expect(lines(folder)).rejects.toThrow(
      new ReadError("is being written by another program; import it again when that is done"),
    );
  });

  it("is refused where it is cut off, damaged or something else", async () => {
    create(...ONE_LINE, LONG_LINES(1000)).close();
    open.pop();
    const whole = await readFile(join(root, "a.db"));
    await truncate(join(root, "a.db"), whole.length / 2);
    await expect(lines()).rejects.toThrow(/^cannot be read as a database/);
    await writeFile(join(root, "a.db"), whole.fill(7, 4096, 4096 * 3));
    await expect(lines()).rejects.toThrow(/^cannot be read as a database/);
    await writeFile(join(root, "a.db"), "SQLite format 3");
    await expect(lines()).rejects.toThrow(new ReadError("is no SQLite database"));
  });

  it("reports a statement that it refuses", async () => {
    create(...ONE_LINE);
    const database = await copy();
    expect(() => database.row("select page from line")).toThrow(ReadError);
    await database.close();
  });
});
