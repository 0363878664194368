/** Is what was saved still there, and still what it was? (wishes, idea 7) */
import { PART_BYTES, type StoredFile } from "#shared/rules/offline-db.ts";
import type { DeviceDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import { withHasher } from "./hasher-pool.ts";
import { newRow, noteFile } from "./rows.ts";
import type { Audit } from "./worker-api.ts";

/**
 * Compares the list that every page knows with the database, and the files with their parts. Reads keys, no bytes.
 * @param wasStopped whether somebody took a post out of the list meanwhile: then `marks` are older than that
 * @returns what is missing; posts that are gone from the database are back as `listed`
 */
export async function audit(
  db: DeviceDb,
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
  const damaged = new Set<string>();
  for (const [hash, seen] of await brokenFiles(db))
    for (const key of await loseFile(db, hash, seen)) damaged.add(key);
  return { missing: missing.map(([key]) => key), damaged: [...damaged] };
}

/**
 * Files that count as whole and have not all their parts, as they are; `undefined` for those that are not there at all.
 * One transaction: others go on saving, and a file may become whole between two reads.
 */
function brokenFiles(db: DeviceDb): Promise<Map<string, StoredFile | undefined>> {
  return db.transaction("r", db.saved, db.files, db.parts, async () => {
    const counts = new Map<string, number>();
    for (const [hash] of await db.parts.toCollection().primaryKeys())
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    const stored = new Map((await db.files.toArray()).map((file) => [file.hash, file]));
    const broken = new Map<string, StoredFile | undefined>();
    for (const [hash, file] of stored)
      if (file.isWhole === 1 && (counts.get(hash) ?? 0) < partsOf(file)) broken.set(hash, file);
    for (const hash of await wholeHashes(db)) if (!stored.has(hash)) broken.set(hash, undefined);
    return broken;
  });
}

/** Hashes that posts count as stored. */
async function wholeHashes(db: DeviceDb): Promise<string[]> {
  const hashes: string[] = [];
  await db.saved.each(({ files }) => {
    for (const { hash, state } of files) if (state === "whole") hashes.push(hash);
  });
  return hashes;
}

const partsOf = ({ bytes = 0 }: StoredFile) => Math.ceil(bytes / PART_BYTES);

/** What no post holds: left where the browser ended between two steps. */
async function dropOrphans(db: DeviceDb): Promise<void> {
  await db.transaction("rw", db.saved, db.files, db.parts, async () => {
    const known = new Set(await db.saved.toCollection().primaryKeys());
    for (const { hash, posts } of await db.files.toArray()) {
      if (posts.some((post) => known.has(post))) continue;
      await db.files.delete(hash);
      await db.parts.where("hash").equals(hash).delete();
    }
  });
}

/**
 * A file that is not what it was goes, and its posts say so.
 * One that was deleted or stored anew since it was `seen` is another file, and stays. @returns the posts' keys
 */
async function loseFile(db: DeviceDb, hash: string, seen: StoredFile | undefined): Promise<string[]> {
  return db.transaction("rw", db.saved, db.files, db.parts, async () => {
    const file = await db.files.get(hash);
    if (file?.storedAt !== seen?.storedAt || file?.isWhole !== seen?.isWhole) return [];
    await db.parts.where("hash").equals(hash).delete();
    if (file !== undefined) {
      await db.files.put({ ...file, isWhole: 0 });
      await noteFile(db, hash, { state: "lost" });
      return file.posts;
    }
    const rows = await db.saved.filter(({ files }) => files.some((one) => one.hash === hash)).toArray();
    const posts = rows.map(({ key }) => key);
    const path = rows[0]?.files.find((one) => one.hash === hash)?.path ?? "";
    await db.files.put({ hash, path, type: "", isWhole: 0, posts, storedAt: Date.now() });
    await noteFile(db, hash, { state: "lost" });
    return posts;
  });
}

/**
 * Reads every byte of the posts' files; of those larger than `atMost` only which parts there are.
 * @returns how many files were read, and the posts of which some are not what their hash says
 */
export async function checkBytes(
  db: DeviceDb,
  keys: readonly string[] | undefined,
  atMost = Number.POSITIVE_INFINITY,
): Promise<{ checked: number; damaged: string[] }> {
  const files = await (keys === undefined
    ? db.files.where("isWhole").equals(1)
    : db.files.where("posts").anyOf(keys).distinct()
  ).toArray();
  const damaged = new Set<string>();
  let checked = 0;
  for (const file of files) {
    if (file.isWhole !== 1) continue;
    checked += 1;
    if (await ((file.bytes ?? 0) > atMost ? hasParts(db, file) : isTrue(db, file))) continue;
    for (const key of await loseFile(db, file.hash, file)) damaged.add(key);
  }
  return { checked, damaged: [...damaged] };
}

async function hasParts(db: DeviceDb, file: StoredFile): Promise<boolean> {
  return (await db.parts.where("hash").equals(file.hash).count()) >= partsOf(file);
}

async function isTrue(db: DeviceDb, file: StoredFile): Promise<boolean> {
  return withHasher(async (hasher) => {
    for (let part = 0; part < partsOf(file); part += 1) {
      const stored = await db.parts.get([file.hash, part]);
      const bytes = await stored?.data.arrayBuffer().catch(() => undefined);
      if (bytes === undefined) return false;
      hasher.update(new Uint8Array(bytes));
    }
    return hasher.digest() === file.hash;
  });
}
