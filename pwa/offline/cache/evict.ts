/** How much room automatic copies take, and which go when it is too much: the least recently used, never what was saved. */
import type { Table } from "dexie";
import { type DeviceDb, deviceDb } from "../db/db.ts";
import { creatorOf } from "./normalize.ts";

const TABLES = ["posts", "revisions", "comments", "creators", "dms", "lists", "answers"] as const;
type Copies = (typeof TABLES)[number];

/** One copy, as the index has it: no body is read. */
interface Copy {
  table: Copies;
  key: string;
  usedAt: number;
  bytes: number;
}

/** Rows deleted in one transaction, so that a screen's own question waits for little. */
const BATCH = 200;
/** Room is made for more than the next answer. */
const FILLED = 0.9;

/** Bytes and number of the automatic copies; what belongs to saved posts is not among them. */
export async function usage(): Promise<{ bytes: number; count: number }> {
  const copies = await automatic(deviceDb());
  return { bytes: sum(copies), count: copies.length };
}

/** Deletes the least recently used copies where there are more bytes than `cap`; all of them for 0. @returns bytes that are left */
export async function keepWithin(cap: number): Promise<number> {
  const db = deviceDb();
  const copies = await automatic(db);
  let left = sum(copies);
  if (left <= cap && cap > 0) return left;
  copies.sort((a, b) => a.usedAt - b.usedAt);
  const leaving: Copy[] = [];
  for (const copy of copies) {
    if (left <= cap * FILLED && cap > 0) break;
    leaving.push(copy);
    left -= copy.bytes;
  }
  for (let from = 0; from < leaving.length; from += BATCH) {
    await idle();
    await drop(db, leaving.slice(from, from + BATCH));
  }
  return left;
}

/** What is saved in the meantime stays: it is asked in the same transaction. */
async function drop(db: DeviceDb, copies: readonly Copy[]): Promise<void> {
  await db.transaction("rw", [...TABLES, "saved", "changes"], async () => {
    const isSaved = await savedFilter(db);
    for (const table of TABLES) {
      const keys = copies.filter((copy) => copy.table === table && !isSaved(copy)).map(({ key }) => key);
      if (keys.length === 0) continue;
      await (db.table(table) as Table<unknown, string>).bulkDelete(keys);
      if (table === "posts") await db.changes.bulkAdd(keys.map((key) => ({ key })));
    }
  });
}

async function automatic(db: DeviceDb): Promise<Copy[]> {
  const isSaved = await savedFilter(db);
  const copies: Copy[] = [];
  for (const table of TABLES) {
    await db
      .table(table)
      .orderBy("[usedAt+bytes]")
      .eachKey((index, { primaryKey }) => {
        const [usedAt, bytes] = index as unknown as [number, number];
        copies.push({ table, key: primaryKey as string, usedAt, bytes });
      });
  }
  return copies.filter((copy) => !isSaved(copy));
}

/** Text, comments and revisions of saved posts, and their creators. */
async function savedFilter(db: DeviceDb): Promise<(copy: Copy) => boolean> {
  const posts = new Set(await db.saved.toCollection().primaryKeys());
  const creators = new Set([...posts].map(creatorOf));
  return ({ table, key }) => {
    if (table === "posts" || table === "comments") return posts.has(key);
    if (table === "revisions") return posts.has(key.slice(0, key.lastIndexOf("/")));
    return table === "creators" && creators.has(key);
  };
}

function sum(copies: readonly Copy[]): number {
  return copies.reduce((total, { bytes }) => total + bytes, 0);
}

function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: 1_000 });
    else setTimeout(done, 50);
  });
}
