/** Measures the cache and evicts the least recently used entries; saved posts are never evicted. */
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import { type OfflineDb, offlineDb, type Tables } from "../db/db.ts";

/** An entry read from the index alone, without its body. */
interface IndexedEntry {
  table: string;
  key: string;
  usedAt: number;
  bytes: number;
}

/** Rows deleted per transaction; small, so that reads for a screen are not blocked for long. */
const BATCH = 200;
/** Evicts to this share of the limit, so that the next response does not trigger eviction again. */
const TARGET = 0.9;

/** Bytes and number of evictable entries; entries of saved posts do not count. */
export async function cacheUsage(): Promise<{ bytes: number; count: number }> {
  const entries = await evictable(offlineDb());
  return { bytes: sum(entries), count: entries.length };
}

/** Evicts entries if the cache exceeds `limit` bytes; 0 evicts everything. @returns remaining bytes */
export async function evictToLimit(limit: number): Promise<number> {
  const db = offlineDb();
  const entries = await evictable(db);
  let left = sum(entries);
  if (left <= limit && limit > 0) return left;
  entries.sort((a, b) => a.usedAt - b.usedAt);
  const evicted: IndexedEntry[] = [];
  for (const entry of entries) {
    if (left <= limit * TARGET && limit > 0) break;
    evicted.push(entry);
    left -= entry.bytes;
  }
  for (let from = 0; from < evicted.length; from += BATCH) {
    await idle();
    await remove(db, evicted.slice(from, from + BATCH));
  }
  return left;
}

/** Checks again inside the deleting transaction which entries are saved. */
async function remove(db: OfflineDb, entries: readonly IndexedEntry[]): Promise<void> {
  await db.transaction("rw", [...db.cacheTables(), db.saved, db.changes], async (tx) => {
    const isSaved = await savedFilter(tx);
    for (const { name } of db.cacheTables()) {
      const keys = entries.filter((entry) => entry.table === name && !isSaved(entry)).map(({ key }) => key);
      if (keys.length === 0) continue;
      await tx.table(name).bulkDelete(keys);
      if (name === tx.posts.name) await tx.changes.bulkAdd(keys.map((key) => ({ key })));
    }
  });
}

async function evictable(db: OfflineDb): Promise<IndexedEntry[]> {
  const isSaved = await savedFilter(db);
  const entries: IndexedEntry[] = [];
  for (const table of db.cacheTables()) {
    await table.orderBy("[usedAt+bytes]").eachKey((index, { primaryKey }) => {
      const [usedAt, bytes] = index as unknown as [number, number];
      entries.push({ table: table.name, key: primaryKey as string, usedAt, bytes });
    });
  }
  return entries.filter((entry) => !isSaved(entry));
}

/** Matches text, comments and revisions of saved posts, and their creators. */
async function savedFilter(db: Tables): Promise<(entry: IndexedEntry) => boolean> {
  const posts = new Set(await db.saved.toCollection().primaryKeys());
  const creators = new Set([...posts].map(creatorOfPost));
  return ({ table, key }) => {
    if (table === "posts" || table === "comments") return posts.has(key);
    if (table === "revisions") return posts.has(key.slice(0, key.lastIndexOf("/")));
    return table === "creators" && creators.has(key);
  };
}

function sum(entries: readonly IndexedEntry[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}

function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: 1_000 });
    else setTimeout(done, 50);
  });
}
