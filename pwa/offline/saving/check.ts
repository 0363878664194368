/** Integrity checks of saved posts: missing rows, missing parts, wrong checksums. */
import { PART_BYTES, type StoredFile } from "#shared/rules/offline-db.ts";
import { rowsWithAny } from "../db/any-of.ts";
import type { OfflineDb, Tables } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import { markLostTexts } from "./check-text.ts";
import { withHasher } from "./hasher-pool.ts";
import { partBytes } from "./parts.ts";
import { newRow, updateFile } from "./rows.ts";
import type { Audit, CheckResult } from "./worker-api.ts";

/**
 * Compares saved marks with the database, and files with their parts. Reads keys, no bytes.
 * @param wasStopped true for posts removed meanwhile, whose `marks` are outdated
 * @returns missing posts and damaged ones, also those found before and not restored; posts missing from the database
 *   are written as `listed`
 */
export async function audit(
  db: OfflineDb,
  marks: readonly [string, SavedMark][],
  wasStopped: (key: string) => boolean,
): Promise<Audit> {
  const known = new Set(await db.saved.toCollection().primaryKeys());
  const missing = marks.filter(([key, { state }]) => !known.has(key) && state !== "gone" && !wasStopped(key));
  const listed = missing.map(
    ([key, { title }], at): SavedRow => ({
      ...newRow({ key, title, creatorName: "" }, ["image"], Date.now() - at),
      state: "listed",
    }),
  );
  if (listed.length > 0) await db.saved.bulkPut(listed);
  await dropOrphans(db);
  const damaged = new Set(await withLostFiles(db, undefined));
  for (const [hash, seen] of await brokenFiles(db))
    for (const key of await markLost(db, hash, seen)) damaged.add(key);
  for (const key of await markLostTexts(db, undefined, { readsPages: false })) damaged.add(key);
  return { missing: missing.map(([key]) => key), damaged: [...damaged] };
}

/**
 * Finds files marked complete that lack parts; `undefined` for files without a row. Runs in one transaction, because a
 * running save may complete a file between two reads.
 */
function brokenFiles(db: OfflineDb): Promise<Map<string, StoredFile | undefined>> {
  return db.transaction("r", db.saved, db.files, db.parts, async (tx) => {
    const counts = new Map<string, number>();
    for (const [hash] of await tx.parts.toCollection().primaryKeys())
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    const stored = new Map((await tx.files.toArray()).map((file) => [file.hash, file]));
    const broken = new Map<string, StoredFile | undefined>();
    for (const [hash, file] of stored)
      if (file.isWhole === 1 && (counts.get(hash) ?? 0) < partsOf(file)) broken.set(hash, file);
    for (const hash of await wholeHashes(tx)) if (!stored.has(hash)) broken.set(hash, undefined);
    return broken;
  });
}

/** Hashes of files that posts list as complete. */
async function wholeHashes(db: Tables): Promise<string[]> {
  const hashes: string[] = [];
  await db.saved.each(({ files }) => {
    for (const { hash, state } of files) if (state === "whole") hashes.push(hash);
  });
  return hashes;
}

/** @returns keys of posts with files that an earlier check found damaged, and that were not restored since */
async function withLostFiles(db: OfflineDb, keys: readonly string[] | undefined): Promise<string[]> {
  const rows = keys === undefined ? await db.saved.toArray() : await db.saved.bulkGet([...keys]);
  return rows.flatMap((row) =>
    row?.state === "partial" && row.files.some(({ state }) => state === "lost") ? [row.key] : [],
  );
}

const partsOf = ({ bytes = 0 }: StoredFile) => Math.ceil(bytes / PART_BYTES);

/** Deletes files without a post, left over when the browser was closed between two steps. */
async function dropOrphans(db: OfflineDb): Promise<void> {
  await db.transaction("rw", db.saved, db.files, db.parts, async (tx) => {
    const known = new Set(await tx.saved.toCollection().primaryKeys());
    for (const { hash, posts } of await tx.files.toArray()) {
      if (posts.some((post) => known.has(post))) continue;
      await tx.files.delete(hash);
      await tx.parts.where("hash").equals(hash).delete();
    }
  });
}

/**
 * Deletes a damaged file and marks it in its posts, unless it was deleted or replaced since it was `seen`.
 * @returns keys of these posts
 */
async function markLost(db: OfflineDb, hash: string, seen: StoredFile | undefined): Promise<string[]> {
  return db.transaction("rw", db.saved, db.files, db.parts, async (tx) => {
    const file = await tx.files.get(hash);
    if (file?.storedAt !== seen?.storedAt || file?.isWhole !== seen?.isWhole) return [];
    await tx.parts.where("hash").equals(hash).delete();
    if (file !== undefined) {
      await tx.files.put({ ...file, isWhole: 0 });
      await updateFile(tx, hash, { state: "lost" });
      return file.posts;
    }
    const rows = await tx.saved.filter(({ files }) => files.some((one) => one.hash === hash)).toArray();
    const posts = rows.map(({ key }) => key);
    const path = rows[0]?.files.find((one) => one.hash === hash)?.path ?? "";
    await tx.files.put({ hash, path, type: "", isWhole: 0, posts, storedAt: Date.now() });
    await updateFile(tx, hash, { state: "lost" });
    return posts;
  });
}

/**
 * Checks the posts' text and the checksums of their files; for files larger than `atMost` bytes only the number of
 * parts.
 */
export async function checkContent(
  db: OfflineDb,
  keys: readonly string[] | undefined,
  atMost = Number.POSITIVE_INFINITY,
): Promise<CheckResult> {
  const incomplete = await markLostTexts(db, keys, { readsPages: true });
  const files =
    keys === undefined
      ? await db.files.where("isWhole").equals(1).toArray()
      : await rowsWithAny(db.files, "posts", keys);
  const damaged = new Set(await withLostFiles(db, keys));
  let checked = 0;
  for (const file of files) {
    if (file.isWhole !== 1) continue;
    checked += 1;
    if (await ((file.bytes ?? 0) > atMost ? hasParts(db, file) : hasChecksum(db, file))) continue;
    for (const key of await markLost(db, file.hash, file)) damaged.add(key);
  }
  return { checked, damaged: [...damaged], incomplete };
}

async function hasParts(db: OfflineDb, file: StoredFile): Promise<boolean> {
  return (await db.parts.where("hash").equals(file.hash).count()) >= partsOf(file);
}

async function hasChecksum(db: OfflineDb, file: StoredFile): Promise<boolean> {
  return withHasher(async (hasher) => {
    for (let part = 0; part < partsOf(file); part += 1) {
      const stored = await db.parts.get([file.hash, part]);
      const bytes = stored && (await partBytes(stored).catch(() => undefined));
      if (bytes === undefined) return false;
      hasher.update(bytes);
    }
    return hasher.digest() === file.hash;
  });
}
