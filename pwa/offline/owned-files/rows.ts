/** The rows of the private ledger (`owned.ts`), with the database. */
import { liveQuery } from "dexie";
import { deviceDb } from "../db/db.ts";
import { noteCopies } from "../db/has-data.ts";
import type { OwnedRow } from "../db/records.ts";
import { ledgerHashes } from "./hashes.ts";

/** @returns those that are new. @throws what Dexie throws */
export async function addOwned(hashes: readonly string[], at = Date.now()): Promise<string[]> {
  const wanted = ledgerHashes(hashes);
  const { owned } = deviceDb();
  noteCopies();
  return deviceDb().transaction("rw", owned, async () => {
    const known = await owned.bulkGet(wanted);
    const news = wanted.filter((_, place) => known[place] === undefined);
    await owned.bulkAdd(news.map((hash) => ({ hash, at })));
    return news;
  });
}

/** Tells which of these are owned, now and after every change. @returns ends it */
export function watchOwned(
  hashes: readonly string[],
  hear: (owned: ReadonlySet<string>) => void,
): () => void {
  const among = async () => new Set(await deviceDb().owned.where("hash").anyOf(hashes).primaryKeys());
  const watched = liveQuery(among).subscribe({ next: hear, error: () => {} });
  return () => watched.unsubscribe();
}

/** How many there are, now and after every change. @returns ends it */
export function watchOwnedCount(hear: (count: number) => void): () => void {
  const watched = liveQuery(() => deviceDb().owned.count()).subscribe({ next: hear, error: () => {} });
  return () => watched.unsubscribe();
}

/** Forgets all. @returns what was there, to bring it back */
export async function clearOwned(): Promise<OwnedRow[]> {
  const { owned } = deviceDb();
  return deviceDb().transaction("rw", owned, async () => {
    const rows = await owned.toArray();
    await owned.clear();
    return rows;
  });
}

export async function bringBackOwned(rows: readonly OwnedRow[]): Promise<void> {
  await deviceDb().owned.bulkPut([...rows]);
}

/** More would make a file that no restore takes. */
const MOST_LISTED = 200_000;

/** Newest first. */
export async function listOwned(): Promise<string[]> {
  const rows = await deviceDb().owned.orderBy("at").reverse().limit(MOST_LISTED).toArray();
  return rows.map(({ hash }) => hash);
}

export async function dropOwned(hashes: readonly string[]): Promise<void> {
  await deviceDb().owned.bulkDelete([...hashes]);
}
