/** Changes the rows of saved posts and their files in one transaction. */
import { hashOfPath } from "#shared/rules/files.ts";
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import type { OfflineDb, Tables } from "../db/db.ts";
import type { SavedFile, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import type { SaveRequest } from "./worker-api.ts";

export function markOf({ state, files, title }: SavedRow): SavedMark {
  const whole = files.filter((file) => file.state === "whole").length;
  return { state, whole, total: files.length, title };
}

export function newRow(request: SaveRequest, kinds: SavedRow["kinds"], savedAt: number): SavedRow {
  const { key, title, creatorName, revision } = request;
  return {
    key,
    creator: creatorOfPost(key),
    creatorName,
    title,
    savedAt,
    bytes: 0,
    files: [],
    state: "saving",
    kinds,
    ...(revision === undefined ? {} : { revision }),
  };
}

/** Replaces a row's files and updates its size and state. */
export function withFiles(row: SavedRow, files: SavedFile[]): SavedRow {
  const whole = files.filter(({ state }) => state === "whole");
  const bytes = (row.textBytes ?? 0) + whole.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const isFinal = row.state === "whole" || row.state === "partial";
  return { ...row, files, bytes, state: isFinal ? finalState(row, files) : row.state };
}

function finalState(row: SavedRow, files: readonly SavedFile[]): "whole" | "partial" {
  const isWhole = row.textAt !== undefined && files.every(({ state }) => state === "whole");
  return isWhole ? "whole" : "partial";
}

/** Ends a save, successful or not. @returns undefined if the row was deleted */
export async function finishPost(
  db: OfflineDb,
  key: string,
  problem?: SaveProblem,
): Promise<SavedRow | undefined> {
  return db.transaction("rw", db.saved, async (tx) => {
    const found = await tx.saved.get(key);
    if (found === undefined || found.state !== "saving") return found;
    const { former: _, problem: __, ...row } = found;
    const files = row.files.map(
      (file): SavedFile =>
        file.state === "waiting" ? { ...file, state: "failed", problem: problem ?? "network" } : file,
    );
    const finished = withFiles({ ...row, files, state: finalState(row, files) }, files);
    if (problem !== undefined && finished.textAt === undefined) finished.problem = problem;
    await tx.saved.put(finished);
    return finished;
  });
}

export interface FileChange {
  state: SavedFile["state"];
  bytes?: number;
  problem?: SaveProblem;
}

/** Updates a file in every post that has it. Requires a transaction over `saved` and `files`. */
export async function updateFile(db: Tables, hash: string, change: FileChange): Promise<void> {
  const owners = (await db.files.get(hash))?.posts ?? [];
  for (const row of await db.saved.bulkGet(owners)) {
    if (row === undefined) continue;
    const files = row.files.map((file) => {
      if (file.hash !== hash) return file;
      const { problem: _, ...rest } = file;
      return { ...rest, ...change };
    });
    await db.saved.put(withFiles(row, files));
  }
}

/** Sets the files of a post. Requires a transaction over `files` and `parts`. */
export async function attachFiles(
  db: Tables,
  key: string,
  files: readonly SavedFile[],
): Promise<SavedFile[]> {
  const kept: SavedFile[] = [];
  for (const file of files) {
    const stored = await db.files.get(file.hash);
    const { hash, path } = file;
    const posts = [...new Set([...(stored?.posts ?? []), key])];
    await db.files.put(
      stored === undefined
        ? { hash, path, type: "", isWhole: 0, posts, storedAt: Date.now() }
        : { ...stored, posts },
    );
    const isWhole = stored?.isWhole === 1;
    const bytes = stored?.bytes ?? file.bytes;
    kept.push({ ...file, state: isWhole ? "whole" : "waiting", ...(bytes === undefined ? {} : { bytes }) });
  }
  const wanted = new Set(files.map(({ hash }) => hash));
  const held = await db.files.where("posts").equals(key).primaryKeys();
  await detachFiles(
    db,
    key,
    held.filter((hash) => !wanted.has(hash)),
  );
  return kept;
}

/** Removes files from a post, and deletes files left without posts. Requires a transaction over `files` and `parts`. */
export async function detachFiles(db: Tables, key: string, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    const stored = await db.files.get(hash);
    if (stored === undefined) continue;
    const posts = stored.posts.filter((owner) => owner !== key);
    if (posts.length > 0) {
      await db.files.put({ ...stored, posts });
      continue;
    }
    await db.files.delete(hash);
    await db.parts.where("hash").equals(hash).delete();
  }
}

/** @returns the removed rows */
export async function removePosts(db: OfflineDb, keys: readonly string[]): Promise<SavedRow[]> {
  const removed: SavedRow[] = [];
  for (const key of keys) {
    const tables = [db.saved, db.files, db.parts, db.posts, db.comments, db.revisions, db.changes];
    await db.transaction("rw", tables, async (tx) => {
      const row = await tx.saved.get(key);
      if (row !== undefined) removed.push(row);
      await tx.saved.delete(key);
      await detachFiles(tx, key, await tx.files.where("posts").equals(key).primaryKeys());
      await removeText(tx, key);
    });
  }
  return removed;
}

/** Removes the page but keeps the list item in the cache. */
async function removeText(db: Tables, key: string): Promise<void> {
  const post = await db.posts.get(key);
  if (post === undefined) return;
  const { page: _, pageAt: __, ...rest } = post;
  if (rest.item === undefined) await db.posts.delete(key);
  else await db.posts.put({ ...rest, bytes: JSON.stringify(rest.item).length });
  await db.comments.delete(key);
  await db.revisions.where("post").equals(key).delete();
  await db.changes.add({ key });
}

/** Cancels a save: deletes a new post, or restores one that was saved before. @returns the row, if it stays */
export async function cancelSave(db: OfflineDb, key: string): Promise<SavedRow | undefined> {
  const row = await db.saved.get(key);
  if (row === undefined || row.state !== "saving") return row;
  const { former, ...rest } = row;
  if (former === undefined) {
    await removePosts(db, [key]);
    return undefined;
  }
  return db.transaction("rw", db.saved, db.files, db.parts, async (tx) => {
    const isKept = ({ state, hash }: SavedFile) => state === "whole" || former.includes(hash);
    const dropped = row.files.filter((file) => !isKept(file)).map(({ hash }) => hash);
    await detachFiles(tx, key, dropped);
    const files = row.files.filter(isKept).map(
      (file): SavedFile =>
        // Marked so that it can be downloaded again.
        file.state === "waiting" ? { ...file, state: "failed", problem: "network" } : file,
    );
    const kinds = row.kinds.filter((kind) => kind === "image" || files.some((file) => file.kind === kind));
    const kept = withFiles({ ...rest, kinds, state: finalState(rest, files) }, files);
    await tx.saved.put(kept);
    return kept;
  });
}

/** Lists the files of a post, each hash once. */
export function savedFiles(
  files: readonly { name: string; path: string }[],
  kindOf: (file: { name: string; path: string }) => SavedFile["kind"],
): SavedFile[] {
  const known = new Map<string, SavedFile>();
  for (const { name, path } of files) {
    const hash = hashOfPath(path);
    if (hash === undefined || known.has(hash)) continue;
    known.set(hash, { hash, path, name, kind: kindOf({ name, path }), state: "waiting" });
  }
  return [...known.values()];
}
