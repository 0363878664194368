/** Defines what takedowns delete in each table. */
import { creatorOfPost, postKey } from "#shared/rules/offline-db.ts";
import { keysWithAny, rowsWithAny } from "../db/any-of.ts";
import type { TableName, Tables } from "../db/db.ts";
import { SEARCH_STATE } from "../db/records.ts";
import { isTakenDown, leadsToTakenDown, type TakenDown } from "./taken-down.ts";

/** @param deleted keys that were stored */
type Clean = (db: Tables, takenDown: TakenDown, deleted: readonly string[]) => Promise<unknown> | undefined;

/** Every table: its deletion, or null if no row refers to content. A missing entry is a type error. */
export const TABLES: Record<TableName, Clean | null> = {
  posts: (db, { posts }) => db.posts.bulkDelete([...posts]),
  comments: removeComments,
  revisions: async (db, { posts }) => db.revisions.bulkDelete(await keysWithAny(db.revisions, "post", posts)),
  dms: async (db, { creators }) => db.dms.bulkDelete(await keysWithAny(db.dms, "creator", creators)),
  creators: (db, { creators }) => db.creators.bulkDelete([...creators]),
  // Deletes the title too.
  saved: (db, { posts }) => {
    const changes = { title: "", creatorName: "", files: [], bytes: 0, state: "gone" as const };
    return db.saved.bulkUpdate([...posts].map((key) => ({ key, changes })));
  },
  files: (db, { posts }) => removeFiles(db, posts),
  parts: async (db, { hashes }) => db.parts.bulkDelete(await keysWithAny(db.parts, "hash", hashes)),
  lists: removeFromLists,
  answers: removeResponses,
  queue: (db, takenDown) =>
    db.queue.filter(({ address }) => leadsToTakenDown(`/api${address}`, takenDown)).delete(),
  changes: (db, takenDown) => db.changes.filter(({ key }) => isTakenDown(key, takenDown)).delete(),
  // A segment keeps the words of a deleted post, so the index is rebuilt.
  segments: (db, _, deleted) => (deleted.length === 0 ? undefined : db.segments.clear()),
  state: (db, _, deleted) => (deleted.length === 0 ? undefined : db.state.delete(SEARCH_STATE)),
  /** Tombstones, so that a late response does not restore the content. */
  gone: null,
  /** Hashes and names of the user's own files. */
  owned: null,
  lookups: null,
  uploads: null,
  /** The user's own words. */
  savedSearches: null,
  recentSearches: null,
  account: removeFromAccount,
  sync: clearSyncedValues,
  collections: removeFromCollections,
  labels: async (db, { creators }) => {
    const labels = await rowsWithAny(db.labels, "creators", creators);
    await db.labels.bulkPut(
      labels.map((label) => ({ ...label, creators: label.creators.filter((key) => !creators.has(key)) })),
    );
  },
  notes: (db, { creators }) => db.notes.bulkDelete([...creators]),
  autoSaves: (db, { creators }) => db.autoSaves.bulkDelete([...creators]),
};

/** Removes all comments of a post, or single ones. */
async function removeComments(db: Tables, { posts, comments }: TakenDown): Promise<void> {
  await db.comments.bulkDelete([...posts]);
  for (const key of comments) {
    const at = key.lastIndexOf("/");
    const row = await db.comments.get(key.slice(0, at));
    const id = key.slice(at + 1);
    if (row !== undefined)
      await db.comments.put({ ...row, comments: row.comments.filter((comment) => comment.id !== id) });
  }
}

/** Removes files that no other saved post has. */
async function removeFiles(db: Tables, posts: Set<string>): Promise<void> {
  const files = await rowsWithAny(db.files, "posts", posts);
  for (const file of files) {
    const remaining = file.posts.filter((post) => !posts.has(post));
    if (remaining.length > 0) await db.files.update(file.hash, { posts: remaining });
    else {
      await db.files.delete(file.hash);
      await db.parts.where("hash").equals(file.hash).delete();
    }
  }
}

async function removeFromLists(db: Tables, takenDown: TakenDown): Promise<void> {
  const prefixes = creatorPrefixes(takenDown);
  await db.lists.filter(({ key }) => prefixes.some((prefix) => key.startsWith(prefix))).delete();
  await db.lists.toCollection().modify((list) => {
    const isKept = list.ids.map((id) => !isTakenDown(id, takenDown));
    if (!isKept.includes(false)) return false; // unchanged
    list.ids = list.ids.filter((_, at) => isKept[at]);
    if (list.own !== undefined) list.own = list.own.filter((_, at) => isKept[at]);
    return true;
  });
}

/** Removes cached responses that contain taken-down content; they are fetched again when needed. */
async function removeResponses(db: Tables, takenDown: TakenDown): Promise<void> {
  const { posts, creators, hashes, shares } = takenDown;
  const ids = [...posts, ...creators].map((key) => JSON.stringify(key.split("/").at(-1)));
  const prefixes = creatorPrefixes(takenDown);
  const names = [...hashes, ...ids];
  const hasShares = creators.size + shares.size > 0;
  await db.answers
    .filter(({ key, body }) => {
      if (prefixes.some((prefix) => key.startsWith(prefix))) return true;
      if (hasShares && /^\/api\/v1\/(share|discord\/channel)/.test(key)) return true; // these responses do not name the creator
      const text = key + JSON.stringify(body);
      return names.some((name) => text.includes(name));
    })
    .delete();
}

/** A creator, or a post if `user` is set. */
interface FavoriteRow {
  service: string;
  user?: string;
  id: string;
}

/** Removes entries from favorites lists: whole lists, pages, and those of a device without an account. */
async function removeFromAccount(db: Tables, takenDown: TakenDown): Promise<void> {
  const withoutTakenDown = (rows: FavoriteRow[]) =>
    rows.filter(
      ({ service, user, id }) => !isTakenDown([service, user ?? [], id].flat().join("/"), takenDown),
    );
  await db.account.toCollection().modify((row) => {
    if (Array.isArray(row.body)) {
      row.body = withoutTakenDown(row.body);
      return;
    }
    const body = row.body as Record<string, unknown>;
    for (const kind of ["artists", "posts"] as const)
      if (Array.isArray(body[kind])) body[kind] = withoutTakenDown(body[kind]);
  });
}

async function removeFromCollections(db: Tables, takenDown: TakenDown): Promise<void> {
  await db.collections.toCollection().modify((row) => {
    const left = row.posts.filter((post) => !isTakenDown(postKey(post), takenDown));
    if (left.length === row.posts.length) return false; // unchanged
    row.posts = left;
    return true;
  });
}

/** Clears synced values but keeps their ids, until the next sync round deletes them on all devices. */
async function clearSyncedValues(db: Tables, takenDown: TakenDown): Promise<void> {
  await db.sync.toCollection().modify((row) => {
    const { entries, base } = row.value as {
      entries?: Map<string, { value: unknown }>;
      base?: Map<string, string>;
    };
    let isChanged = false;
    for (const [id, entry] of entries ?? []) {
      const { href = "" } = (entry.value ?? {}) as { href?: string };
      if (!isTakenDown(id.replace(/^creator\//, ""), takenDown) && !leadsToTakenDown(href, takenDown))
        continue;
      if (entry.value === null) continue;
      entry.value = 0;
      if (base?.has(id)) base.set(id, "0");
      isChanged = true;
    }
    return isChanged;
  });
}

/** URL prefixes owned by these creators. */
function creatorPrefixes({ creators }: TakenDown): string[] {
  return [...creators].flatMap((key) => {
    const [service = "", id = ""] = key.split("/").map(encodeURIComponent);
    return [`/api/v1/${service}/user/${id}/`, `/api/v1/discord/server/${id}`];
  });
}

/** Keys that are stored here: `service/creator` or `service/creator/post`. */
export async function storedKeys(db: Tables, { posts, creators }: TakenDown): Promise<string[]> {
  const ofPosts = [...posts];
  const known = await keysOf(db.posts, ofPosts);
  const saved = await keysOf(db.saved, ofPosts);
  const profiles = await keysOf(db.creators, [...creators]);
  const withPosts = [...known, ...saved].map(creatorOfPost).filter((key) => creators.has(key));
  return [...new Set([...known, ...saved, ...profiles, ...withPosts])];
}

/** @returns those of the keys that the table has */
async function keysOf(
  table: { bulkGet: (keys: string[]) => PromiseLike<({ key: string } | undefined)[]> },
  keys: string[],
): Promise<string[]> {
  return (await table.bulkGet(keys)).flatMap((row) => row?.key ?? []);
}
