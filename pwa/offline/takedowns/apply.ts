/** Content that was taken down leaves the device: rows, files, pictures, what the search knows of it (wishes A19). */
import type { Removed } from "#shared/contracts/removed.ts";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";
import { creatorOf } from "../cache/normalize.ts";
import { type DeviceDb, deviceDb } from "../db/db.ts";
import { changeSavedMarks, type SavedMark, savedMarks } from "../library/saved-marks.ts";

const GONE: SavedMark = { state: "gone", whole: 0, total: 0, title: "" };

const CURSOR = "removed";

/** Up to where the feed was followed; 0 on a new device. */
export async function removedSince(): Promise<number> {
  const row = await deviceDb().state.get(CURSOR);
  return typeof row?.value === "number" ? row.value : 0;
}

/** What leaves: posts, and creators with everything of theirs. */
interface Leaving {
  posts: Set<string>;
  creators: Set<string>;
  hashes: Set<string>;
}

/**
 * Removes every copy of what a page of the feed names, then moves the cursor to `since`. Doing it twice is harmless.
 * @returns keys of what was here: `service/creator` or `service/creator/post`
 */
export async function applyRemoved(removed: readonly Removed[], since: number): Promise<string[]> {
  const db = deviceDb();
  const leaving = await find(db, removed);
  // Before the cursor moves: whoever is interrupted here does it again.
  await emptyCaches(leaving);
  const here: string[] = [];
  const tables = [
    db.posts,
    db.revisions,
    db.comments,
    db.creators,
    db.dms,
    db.lists,
    db.answers,
    db.saved,
    db.files,
    db.parts,
    db.changes,
    db.gone,
    db.state,
  ];
  await db.transaction("rw", tables, async () => {
    if (leaving.posts.size + leaving.creators.size > 0) here.push(...(await remove(db, leaving)));
    const at = Date.now();
    await db.gone.bulkPut(here.map((key) => ({ key, at })));
    await db.state.put({ name: CURSOR, value: since });
  });
  const marks = savedMarks();
  changeSavedMarks(here.filter((key) => marks.has(key)).map((key) => [key, GONE]));
  return here;
}

async function find(db: DeviceDb, removed: readonly Removed[]): Promise<Leaving> {
  const leaving: Leaving = { posts: new Set(), creators: new Set(), hashes: new Set() };
  for (const { service, user, post } of removed) {
    if (post !== null) leaving.posts.add(`${service}/${user}/${post}`);
    else leaving.creators.add(`${service}/${user}`);
  }
  const creators = [...leaving.creators];
  for (const table of [db.posts, db.saved])
    for (const key of await table.where("creator").anyOf(creators).primaryKeys()) leaving.posts.add(key);
  const posts = [...leaving.posts];
  const rows = [
    await db.posts.bulkGet(posts),
    await db.saved.bulkGet(posts),
    await db.revisions.where("post").anyOf(posts).toArray(),
    await db.dms.where("creator").anyOf(creators).toArray(),
  ];
  // Files are named by their hashes wherever they are named: in lists, in pages, in texts.
  for (const hash of JSON.stringify(rows).match(/[0-9a-f]{64}/g) ?? []) leaving.hashes.add(hash);
  for (const held of await db.files.bulkGet([...leaving.hashes]))
    if (held?.posts.some((post) => !leaving.posts.has(post))) leaving.hashes.delete(held.hash);
  return leaving;
}

async function remove(db: DeviceDb, leaving: Leaving): Promise<string[]> {
  const posts = [...leaving.posts];
  const creators = [...leaving.creators];
  const known = await db.posts.where(":id").anyOf(posts).primaryKeys();
  const saved = await db.saved.where(":id").anyOf(posts).primaryKeys();
  const profiles = await db.creators.filter(({ key, profile }) => isOf(leaving, key, profile)).primaryKeys();
  await db.posts.bulkDelete(posts);
  await db.comments.bulkDelete(posts);
  await db.revisions.where("post").anyOf(posts).delete();
  await db.dms.where("creator").anyOf(creators).delete();
  await db.creators.bulkDelete(profiles);
  await db.changes.bulkAdd(posts.map((key) => ({ key })));
  // Neutral: not even the title stays.
  await db.saved
    .where(":id")
    .anyOf(saved)
    .modify((row) => {
      Object.assign(row, { title: "", files: [], bytes: 0, state: "gone" });
    });
  await removeFiles(db, leaving.posts);
  await removeFromLists(db, leaving);
  await removeAnswers(db, leaving);
  const withPosts = creators.filter((key) => [...known, ...saved].some((post) => creatorOf(post) === key));
  return [...new Set([...known, ...saved, ...profiles, ...withPosts])];
}

/** A creator may also be known by the public name. */
function isOf({ creators }: Leaving, key: string, { service, id }: { service: string; id: string }): boolean {
  return creators.has(key) || creators.has(`${service}/${id}`);
}

/** Files that no other saved post holds. */
async function removeFiles(db: DeviceDb, posts: Set<string>): Promise<void> {
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

async function removeFromLists(db: DeviceDb, { posts, creators }: Leaving): Promise<void> {
  const leaves = (id: string) => posts.has(id) || creators.has(creatorOf(id));
  await db.lists.toCollection().modify((list) => {
    if (!list.ids.some(leaves)) return false; // not written again
    const stays = list.ids.map((id) => !leaves(id));
    list.ids = list.ids.filter((_, at) => stays[at]);
    if (list.own !== undefined) list.own = list.own.filter((_, at) => stays[at]);
    return true;
  });
}

/** Whole answers that name one of them; they are asked for again when they are wanted. */
async function removeAnswers(db: DeviceDb, { posts, creators, hashes }: Leaving): Promise<void> {
  const ids = [...posts, ...creators].map((key) => JSON.stringify(key.split("/").at(-1)));
  const homes = [...creators].flatMap((key) => {
    const [service = "", id = ""] = key.split("/").map(encodeURIComponent);
    return [`/api/v1/${service}/user/${id}/`, `/api/v1/discord/server/${id}`];
  });
  const names = [...hashes, ...ids];
  const isTalk = creators.size > 0;
  await db.answers
    .filter(({ key, body }) => {
      if (homes.some((home) => key.startsWith(home))) return true;
      if (isTalk && /^\/api\/v1\/(share|discord\/channel)/.test(key)) return true; // they do not say whose they are
      const text = key + JSON.stringify(body);
      return names.some((name) => text.includes(name));
    })
    .delete();
}

/** Pictures of posts by hash, of creators by address; whatever cache they are in. */
async function emptyCaches({ hashes, creators }: Leaving): Promise<void> {
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
