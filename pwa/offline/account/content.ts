/** Deletes all content from the device, where an archive is for members (decision 0070). */
import { PRIVATE_CACHE } from "#shared/rules/offline-db.ts";
import { cacheStorage, storageManager } from "../../lib/secure-context/apis.ts";
import { offlineDb } from "../db/db.ts";
import { deleteExpirationEntries } from "../db/expiration-entries.ts";
import { hasOfflineData } from "../db/has-data.ts";
import { deleteKey, forgetKey } from "../device-key/device-key.ts";
import { callSaving } from "../saving/client.ts";
import { stopOfflineSearch } from "../search/client.ts";

/** Prefix of the caches that Workbox fills with the app itself. */
const APP_CACHES = "workbox-precache";

/** Counts what only this device has: saved posts, lists, labels, notes and saved searches. */
export async function countOwnContent(): Promise<number> {
  const { saved, collections, labels, notes, savedSearches } = offlineDb();
  const tables = [saved, collections, labels, notes, savedSearches];
  const counts = await Promise.all(tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Empties the database, the caches and the browser's file system. Call once the session is ended on the device. */
export async function deleteContent(): Promise<void> {
  await deleteKey(); // first: from here on nothing that is left can be read
  if (hasOfflineData()) await emptyDatabase(); // else it may be blocked
  await deleteCaches();
  await deleteOwnFiles();
  forgetKey();
}

async function emptyDatabase(): Promise<void> {
  const db = offlineDb();
  const saved = await db.saved.toCollection().primaryKeys();
  // Workers of all tabs stop saving these first, as they would go on writing. Without a worker nothing is being saved.
  if (saved.length > 0) await callSaving("remove", saved).catch(() => undefined);
  stopOfflineSearch();
  await db.transaction("rw", db.tables, async (transaction) => {
    for (const { name } of db.tables) await transaction.table(name).clear();
  });
}

/** Deletes every cache but the app's own, so that none can be forgotten. */
export async function deleteCaches(): Promise<void> {
  const caches = cacheStorage();
  const names = await caches?.keys().catch(() => []); // refused where storage is blocked
  for (const name of names ?? [])
    if (!name.startsWith(APP_CACHES) && name !== PRIVATE_CACHE) await caches?.delete(name);
  if (names?.length) await deleteExpirationEntries(() => true);
}

async function deleteOwnFiles(): Promise<void> {
  const root = await storageManager()
    ?.getDirectory?.()
    .catch(() => undefined); // refused in private windows
  if (root === undefined) return;
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  // What a worker is still writing is deleted at the next start (features/library/zip).
  for (const name of names) await root.removeEntry(name, { recursive: true }).catch(() => undefined);
}
