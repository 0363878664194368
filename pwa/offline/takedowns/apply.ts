/** Deletes content that was taken down: rows, files, pictures, and its search index entries. */
import type { Removed } from "#shared/contracts/removed.ts";
import { CREATORS_CACHE, creatorOfPost } from "#shared/rules/offline-db.ts";
import { type OfflineDb, offlineDb } from "../db/db.ts";
import { changeSavedMarks, type SavedMark, savedMarks } from "../library/saved-marks.ts";

const GONE: SavedMark = { state: "gone", whole: 0, total: 0, title: "" };

const CURSOR = "removed";

/** Position in the feed of takedowns; 0 on a new device. */
export async function takedownCursor(): Promise<number> {
  const row = await offlineDb().state.get(CURSOR);
  return typeof row?.value === "number" ? row.value : 0;
}

/** What is deleted: posts, and creators with everything of theirs. */
interface Targets {
  posts: Set<string>;
  creators: Set<string>;
  hashes: Set<string>;
}

/**
 * Deletes every copy of what a page of the feed lists, then moves the cursor to `since`. Idempotent.
 * @returns keys of what was stored: `service/creator` or `service/creator/post`
 */
export async function applyTakedowns(removed: readonly Removed[], since: number): Promise<string[]> {
  const db = offlineDb();
  const targets = await find(db, removed);
  // Before the cursor moves: an interruption repeats it.
  await emptyCaches(targets);
  const deleted: string[] = [];
  const tables = [...db.cacheTables(), db.saved, db.files, db.parts, db.changes, db.gone, db.state];
  await db.transaction("rw", tables, async () => {
    if (targets.posts.size + targets.creators.size > 0) deleted.push(...(await remove(db, targets)));
    const at = Date.now();
    await db.gone.bulkPut(deleted.map((key) => ({ key, at })));
    await db.state.put({ name: CURSOR, value: since });
  });
  const marks = savedMarks();
  changeSavedMarks(deleted.filter((key) => marks.has(key)).map((key) => [key, GONE]));
  return deleted;
}

async function find(db: OfflineDb, removed: readonly Removed[]): Promise<Targets> {
  const targets: Targets = { posts: new Set(), creators: new Set(), hashes: new Set() };
  for (const { service, user, post } of removed) {
    if (post !== null) targets.posts.add(`${service}/${user}/${post}`);
    else targets.creators.add(`${service}/${user}`);
  }
  const creators = [...targets.creators];
  for (const table of [db.posts, db.saved])
    for (const key of await table.where("creator").anyOf(creators).primaryKeys()) targets.posts.add(key);
  const posts = [...targets.posts];
  const rows = [
    await db.posts.bulkGet(posts),
    await db.saved.bulkGet(posts),
    await db.revisions.where("post").anyOf(posts).toArray(),
    await db.dms.where("creator").anyOf(creators).toArray(),
  ];
  // Lists, pages and texts all refer to files by hash.
  for (const hash of JSON.stringify(rows).match(/[0-9a-f]{64}/g) ?? []) targets.hashes.add(hash);
  for (const held of await db.files.bulkGet([...targets.hashes]))
    if (held?.posts.some((post) => !targets.posts.has(post))) targets.hashes.delete(held.hash);
  return targets;
}

async function remove(db: OfflineDb, targets: Targets): Promise<string[]> {
  const posts = [...targets.posts];
  const creators = [...targets.creators];
  const known = await db.posts.where(":id").anyOf(posts).primaryKeys();
  const saved = await db.saved.where(":id").anyOf(posts).primaryKeys();
  const profiles = await db.creators.filter(({ key, profile }) => isOf(targets, key, profile)).primaryKeys();
  await db.posts.bulkDelete(posts);
  await db.comments.bulkDelete(posts);
  await db.revisions.where("post").anyOf(posts).delete();
  await db.dms.where("creator").anyOf(creators).delete();
  await db.creators.bulkDelete(profiles);
  await db.changes.bulkAdd(posts.map((key) => ({ key })));
  // Not even the title stays.
  await db.saved
    .where(":id")
    .anyOf(saved)
    .modify((row) => {
      Object.assign(row, { title: "", files: [], bytes: 0, state: "gone" });
    });
  await removeFiles(db, targets.posts);
  await removeFromLists(db, targets);
  await removeAnswers(db, targets);
  const withPosts = creators.filter((key) =>
    [...known, ...saved].some((post) => creatorOfPost(post) === key),
  );
  return [...new Set([...known, ...saved, ...profiles, ...withPosts])];
}

/** A creator may also be stored under the public name. */
function isOf({ creators }: Targets, key: string, { service, id }: { service: string; id: string }): boolean {
  return creators.has(key) || creators.has(`${service}/${id}`);
}

/** Files of no other saved post. */
async function removeFiles(db: OfflineDb, posts: Set<string>): Promise<void> {
  const files = await db.files
    .where("posts")
    .anyOf([...posts])
    .distinct()
    .toArray();
  for (const file of files) {
    const others = file.posts.filter((post) => !posts.has(post));
    if (others.length > 0) await db.files.update(file.hash, { posts: others });
    else {
      await db.files.delete(file.hash);
      await db.parts.where("hash").equals(file.hash).delete();
    }
  }
}

async function removeFromLists(db: OfflineDb, { posts, creators }: Targets): Promise<void> {
  const isRemoved = (id: string) => posts.has(id) || creators.has(creatorOfPost(id));
  await db.lists.toCollection().modify((list) => {
    if (!list.ids.some(isRemoved)) return false; // unchanged
    const isKept = list.ids.map((id) => !isRemoved(id));
    list.ids = list.ids.filter((_, at) => isKept[at]);
    if (list.own !== undefined) list.own = list.own.filter((_, at) => isKept[at]);
    return true;
  });
}

/** Cached responses that contain one of them; they are fetched again when needed. */
async function removeAnswers(db: OfflineDb, { posts, creators, hashes }: Targets): Promise<void> {
  const ids = [...posts, ...creators].map((key) => JSON.stringify(key.split("/").at(-1)));
  const homes = [...creators].flatMap((key) => {
    const [service = "", id = ""] = key.split("/").map(encodeURIComponent);
    return [`/api/v1/${service}/user/${id}/`, `/api/v1/discord/server/${id}`];
  });
  const names = [...hashes, ...ids];
  const hasCreators = creators.size > 0;
  await db.answers
    .filter(({ key, body }) => {
      if (homes.some((home) => key.startsWith(home))) return true;
      if (hasCreators && /^\/api\/v1\/(share|discord\/channel)/.test(key)) return true; // these do not contain the creator
      const text = key + JSON.stringify(body);
      return names.some((name) => text.includes(name));
    })
    .delete();
}

/** Pictures of posts by hash and of creators by path, in every cache. */
async function emptyCaches({ hashes, creators }: Targets): Promise<void> {
  if (typeof caches === "undefined" || hashes.size + creators.size === 0) return;
  const pictures = new Set(
    [...creators].flatMap((key) => {
      const path = key.split("/").map(encodeURIComponent).join("/");
      return [`/icons/${path}`, `/banners/${path}`];
    }),
  );
  if (creators.size > 0) await caches.delete(CREATORS_CACHE);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      const hash = /[0-9a-f]{64}/.exec(pathname)?.[0];
      if ((hash !== undefined && hashes.has(hash)) || pictures.has(pathname)) await cache.delete(request);
    }
  }
}
