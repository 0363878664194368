/** Deletes content that was taken down: rows, files, images, and search index entries. */
import { REMOVED_FILE_DIGITS, type Removed } from "#shared/contracts/removed.ts";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";
import { deviceCiphers } from "../../lib/device-ciphers.ts";
import { cacheStorage } from "../../lib/secure-context/apis.ts";
import { keysWithAny, rowsWithAny } from "../db/any-of.ts";
import { type OfflineDb, offlineDb } from "../db/db.ts";
import { dbEvents } from "../db/events.ts";
import { deleteExpirationEntries } from "../db/expiration-entries.ts";
import { decryptAddress } from "../encryption/cached-responses.ts";
import { storedKeys, TABLES } from "./tables.ts";
import { isTakenDownFile, type TakenDown } from "./taken-down.ts";
import { VIEW } from "./visibility.ts";

const CURSOR = "removed";

/** Position in the takedown feed; 0 on a new device. */
export async function takedownCursor(): Promise<number> {
  const row = await offlineDb().state.get(CURSOR);
  return typeof row?.value === "number" ? row.value : 0;
}

/**
 * Restarts the feed from the beginning, because a backup may have restored content taken down long ago, or hidden from the
 * account's group since.
 */
export async function restartTakedowns(): Promise<void> {
  await offlineDb().state.bulkDelete([CURSOR, VIEW]);
  dbEvents.dispatchEvent(new Event("restored"));
}

/**
 * Deletes every copy of the content on a page of the feed, then moves the cursor to `since`. Idempotent.
 * @param outsideDatabase deletes copies outside the database, whether or not rows are stored
 * @returns keys that were stored: `service/creator` or `service/creator/post`
 */
export async function applyTakedowns(
  removed: readonly Removed[],
  since: number,
  outsideDatabase: (takenDown: TakenDown) => void,
): Promise<string[]> {
  const db = offlineDb();
  const takenDown = await find(db, removed);
  // Before the cursor moves, so that an interrupted run repeats it.
  outsideDatabase(takenDown);
  await emptyCaches(takenDown);
  const deleted = await db.transaction("rw", db.tables, async (tx) => {
    const deleted = await storedKeys(tx, takenDown);
    for (const clean of Object.values(TABLES)) await clean?.(tx, takenDown, deleted);
    const at = Date.now();
    await tx.gone.bulkPut(deleted.map((key) => ({ key, at })));
    await tx.state.put({ name: CURSOR, value: since });
    return deleted;
  });
  // Rebuilds the search index, which `TABLES` has emptied.
  if (deleted.length > 0) dbEvents.dispatchEvent(new Event("change"));
  return deleted;
}

async function find(db: OfflineDb, removed: readonly Removed[]): Promise<TakenDown> {
  const files = new Set(removed.flatMap((one) => one.files));
  const found: TakenDown = {
    posts: new Set(),
    creators: new Set(),
    hashes: new Set(),
    files,
    comments: new Set(removed.flatMap(({ comment }) => comment ?? [])),
    shares: new Set(removed.flatMap(({ share }) => share ?? [])),
  };
  const publicNames = await publicNamesOf(db);
  for (const { service, user, post } of removed) {
    if (service === "") continue; // only a comment, a share or files
    const creator = `${service}/${user}`;
    for (const name of [creator, ...(publicNames.get(creator) ?? [])])
      if (post === null) found.creators.add(name);
      else found.posts.add(`${name}/${post}`);
  }
  // From the beginning again: restored content may use a public name that only an earlier takedown listed.
  if ((await takedownCursor()) === 0)
    for (const key of await db.gone.toCollection().primaryKeys())
      (key.split("/").length === 2 ? found.creators : found.posts).add(key);
  const creators = [...found.creators];
  const ofCreators = [
    ...(await keysWithAny(db.posts, "creator", creators)),
    ...(await keysWithAny(db.saved, "creator", creators)),
  ];
  for (const key of ofCreators) found.posts.add(key);
  const posts = [...found.posts];
  const rows = [
    await db.posts.bulkGet(posts),
    await db.saved.bulkGet(posts),
    await rowsWithAny(db.revisions, "post", posts),
    await rowsWithAny(db.dms, "creator", creators),
  ];
  // Lists, pages and texts all refer to files by hash.
  for (const hash of JSON.stringify(rows).match(/[0-9a-f]{64}/g) ?? []) found.hashes.add(hash);
  const isListed = (hash: string) => found.hashes.has(hash) || files.has(hash.slice(0, REMOVED_FILE_DIGITS));
  for (const held of await db.files.filter(({ hash }) => isListed(hash)).toArray()) {
    if (held.posts.every((post) => found.posts.has(post))) continue;
    found.hashes.delete(held.hash);
    files.delete(held.hash.slice(0, REMOVED_FILE_DIGITS));
  }
  return found;
}

/** Other keys under which a profile is stored, by `service/creator`: request addresses may use a public name. */
async function publicNamesOf(db: OfflineDb): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  await db.creators.each(({ key, profile }) => {
    const profileKey = `${profile.service}/${profile.id}`;
    if (key !== profileKey) names.set(profileKey, [...(names.get(profileKey) ?? []), key]);
  });
  return names;
}

/** Deletes post images by hash and creator images by path, in every cache, and their addresses. */
async function emptyCaches(takenDown: TakenDown): Promise<void> {
  const { hashes, files, creators } = takenDown;
  const caches = cacheStorage();
  if (caches === undefined || hashes.size + files.size + creators.size === 0) return;
  const pictures = new Set(
    [...creators].flatMap((key) => {
      const path = key.split("/").map(encodeURIComponent).join("/");
      return [`/icons/${path}`, `/banners/${path}`];
    }),
  );
  const isGone = (address: URL) => {
    const { pathname } = decryptAddress(deviceCiphers(), address);
    return isTakenDownFile(pathname, takenDown) || pictures.has(pathname);
  };
  if (creators.size > 0) await caches.delete(CREATORS_CACHE);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (isGone(new URL(request.url))) await cache.delete(request);
  }
  await deleteExpirationEntries(isGone);
}
