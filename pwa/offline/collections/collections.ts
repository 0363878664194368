/** Collections: lists of single posts in the user's own order, stored on the device only. */
import { MAX_POSTS } from "#shared/rules/collections.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { randomId } from "../../lib/secure-context/random-id.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { CollectedPost, CollectionRow } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** Watches collections, oldest first. @returns unsubscribe */
export function watchCollections(onRows: (rows: CollectionRow[]) => void): () => void {
  return watchQuery(listCollections, onRows);
}

export function listCollections(): Promise<CollectionRow[]> {
  return offlineDb().collections.orderBy("created").toArray();
}

/** @returns id of the collection */
export async function createCollection(name: string, posts: CollectedPost[] = []): Promise<string> {
  markOfflineData();
  const id = randomId();
  await offlineDb().collections.add({ id, name, created: Date.now(), posts });
  return id;
}

export async function renameCollection(id: string, name: string): Promise<void> {
  await offlineDb().collections.update(id, { name });
}

/** @returns undo */
export async function deleteCollection(id: string): Promise<() => void> {
  const row = await offlineDb().collections.get(id);
  await offlineDb().collections.delete(id);
  return () => void (row === undefined ? undefined : offlineDb().collections.put(row));
}

/** Appends posts; posts already in the collection keep their position. @throws RangeError if it is full */
export async function addToCollection(id: string, posts: readonly CollectedPost[]): Promise<void> {
  await change(id, (before) => {
    const known = new Set(before.map(postKey));
    const next = [...before, ...posts.filter((post) => !known.has(postKey(post)))];
    if (next.length > MAX_POSTS) throw new RangeError(`At most ${MAX_POSTS} posts.`);
    return next;
  });
}

/** @returns undo, which restores the position */
export async function removeFromCollection(id: string, key: string): Promise<() => void> {
  let at = -1;
  let removed: CollectedPost | undefined;
  await change(id, (posts) => {
    at = posts.findIndex((post) => postKey(post) === key);
    removed = posts[at];
    return posts.filter((post) => postKey(post) !== key);
  });
  const post = removed;
  if (post === undefined) return () => {};
  return () => void change(id, (posts) => posts.toSpliced(at, 0, post));
}

/** Moves a post by `by` positions, clamped to the ends. */
export async function moveInCollection(id: string, key: string, by: number): Promise<void> {
  await change(id, (posts) => {
    const from = posts.findIndex((post) => postKey(post) === key);
    const post = posts[from];
    if (post === undefined) return posts;
    const to = Math.min(Math.max(from + by, 0), posts.length - 1);
    return posts.toSpliced(from, 1).toSpliced(to, 0, post);
  });
}

/** Adds unknown collections, and missing posts at the end of known ones. @returns undo */
export async function mergeCollections(rows: readonly CollectionRow[]): Promise<() => Promise<void>> {
  markOfflineData();
  const { collections } = offlineDb();
  const before = await offlineDb().transaction("rw", collections, async (tx) => {
    const here = await tx.collections.bulkGet(rows.map(({ id }) => id));
    const merged = rows.map((row, at) => {
      const existing = here[at];
      if (existing === undefined) return row;
      const known = new Set(existing.posts.map(postKey));
      return {
        ...existing,
        posts: [...existing.posts, ...row.posts.filter((post) => !known.has(postKey(post)))],
      };
    });
    await tx.collections.bulkPut(merged);
    return here;
  });
  return async () => {
    await collections.bulkDelete(rows.map(({ id }) => id));
    await collections.bulkPut(before.filter((row) => row !== undefined));
  };
}

async function change(id: string, posts: (before: CollectedPost[]) => CollectedPost[]): Promise<void> {
  const { collections } = offlineDb();
  await offlineDb().transaction("rw", collections, async (tx) => {
    const row = await tx.collections.get(id);
    if (row !== undefined) await tx.collections.put({ ...row, posts: posts(row.posts) });
  });
}
