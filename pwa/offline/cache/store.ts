/** Reads and writes responses, stored as entities (docs/decisions/0017). */
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { creatorOfPost, postKey } from "#shared/rules/offline-db.ts";
import { isPrivate } from "../../lib/private-session.ts";
import { type CacheTable, type OfflineDb, offlineDb, type Tables } from "../db/db.ts";
import type { CacheEntry, DmRow, PostRow } from "../db/records.ts";
import {
  COMMENTS,
  creatorKeyOf,
  FILE,
  FILE_TEXT,
  isList,
  isSame,
  joinList,
  mergePost,
  POST,
  type PostUpdate,
  PROFILE,
  postKeyOf,
  REVISION,
  rowKey,
  sizeOf,
  splitList,
} from "./normalize.ts";
import type { RequestKey } from "./request-key.ts";

const HOUR = 60 * 60_000;

/** A stored response. */
export interface CachedResponse {
  body: unknown;
  /** Time of the server's response. */
  storedAt: number;
}

/** Returns the stored response to a request, in the shape of its contract. */
export async function read(request: RequestKey): Promise<CachedResponse | undefined> {
  const db = offlineDb();
  const { path, address } = request;
  if (path === POST) {
    const row = await db.posts.get(postKeyOf(request));
    return row?.page === undefined ? undefined : used(db.posts, [row], row.page, row.pageAt);
  }
  if (path === REVISION) {
    const row = await db.revisions.get(`${postKeyOf(request)}/${request.params["revision"]}`);
    return row && used(db.revisions, [row], row.page);
  }
  if (path === COMMENTS) {
    const row = await db.comments.get(postKeyOf(request));
    return row && used(db.comments, [row], row.comments);
  }
  if (path === PROFILE) {
    const row = await db.creators.get(creatorKeyOf(request));
    return row && used(db.creators, [row], row.profile);
  }
  if (isList(path)) return await readList(db, request);
  const row = await db.answers.get(address);
  if (row !== undefined) return used(db.answers, [row], row.body);
  if (path !== FILE && path !== FILE_TEXT) return undefined;
  const {
    archive,
    text,
    storedAt = 0,
  } = (await db.files.get(request.params["hash"]?.toLowerCase() ?? "")) ?? {};
  const body = path === FILE ? archive : text && { lines: text };
  return body && { body, storedAt };
}

async function readList(db: OfflineDb, { path, address }: RequestKey): Promise<CachedResponse | undefined> {
  const list = await db.lists.get(address);
  if (list === undefined) return undefined;
  const isPosts = list.of === "posts";
  const rows = isPosts ? await db.posts.bulkGet(list.ids) : await db.dms.bulkGet(list.ids);
  const items = rows.map((row) => (row === undefined ? undefined : "dm" in row ? row.dm : row.item));
  const body = joinList(path, list, items);
  if (body === undefined) return undefined;
  const found = rows.filter((row) => row !== undefined);
  touch(isPosts ? db.posts : db.dms, found);
  return used(db.lists, [list], body);
}

function used(
  table: CacheTable,
  rows: (CacheEntry & { key: string })[],
  body: unknown,
  at = rows[0]?.storedAt ?? 0,
): CachedResponse {
  touch(table, rows);
  return { body, storedAt: at };
}

/** Updates `usedAt` at most once an hour, after the screen has received its response. */
function touch(table: CacheTable, rows: (CacheEntry & { key: string })[]): void {
  const now = Date.now();
  const keys = rows.filter(({ usedAt }) => now - usedAt > HOUR).map(({ key }) => key);
  if (keys.length === 0 || isPrivate()) return;
  setTimeout(() => {
    table.bulkUpdate(keys.map((key) => ({ key, changes: { usedAt: now } }))).catch(() => {}); // only affects the order of eviction
  }, 2_000);
}

/** A response to write. */
export interface WritableResponse {
  request: RequestKey;
  body: unknown;
  /** Time of the request: a later takedown wins. */
  requestedAt: number;
  at: number;
}

/** Writes all responses or none. @throws what Dexie throws, also when the device is full */
export async function write(responses: readonly WritableResponse[]): Promise<void> {
  const db = offlineDb();
  await db.transaction("rw", [...db.cacheTables(), db.changes, db.gone, db.files], async (tx) => {
    for (const response of responses) await writeOne(tx, response);
  });
}

async function writeOne(db: Tables, response: WritableResponse): Promise<void> {
  const { request, body, at } = response;
  const { path, address } = request;
  const entry = (part: unknown): CacheEntry => ({ storedAt: at, usedAt: at, bytes: sizeOf(part) });
  if (path === POST) {
    const page = body as PostEnvelope;
    return await writePosts(db, new Map([[postKey(page.post), { page }]]), response);
  }
  if (isList(path)) {
    const { rows, ...list } = splitList(path, body);
    await db.lists.put({ key: address, ...list, ...entry(list) });
    if (list.of === "dms") return await writeDms(db, rows as DmRow["dm"][], at);
    const items = (rows as NonNullable<PostRow["item"]>[]).map((item): [string, PostUpdate] => [
      rowKey(item),
      { item },
    ]);
    return await writePosts(db, new Map(items), response);
  }
  const post = postKeyOf(request);
  if (path === REVISION) {
    if (await isGone(db, post, response)) return;
    const key = `${post}/${request.params["revision"]}`;
    await db.revisions.put({ key, post, page: body as PostEnvelope, ...entry(body) });
  } else if (path === COMMENTS) {
    if (await isGone(db, post, response)) return;
    await db.comments.put({ key: post, comments: body as Comment[], ...entry(body) });
  } else if (path === PROFILE) {
    const profile = body as CreatorProfile;
    // Also under the public name, if the request used it.
    const keys = new Set([`${profile.service}/${profile.id}`, creatorKeyOf(request)]);
    for (const key of keys)
      if (!(await isGone(db, key, response))) await db.creators.put({ key, profile, ...entry(body) });
  } else {
    await db.answers.put({ key: address, body, ...entry(body) });
    // Somebody may have found the password since the file was saved.
    const archive = body as ArchiveFile;
    if (path === FILE) await db.files.update(archive.file.hash, { archive });
  }
}

async function writePosts(
  db: Tables,
  updates: Map<string, PostUpdate>,
  response: WritableResponse,
): Promise<void> {
  const keys = [...updates.keys()];
  const before = await db.posts.bulkGet(keys);
  const puts: PostRow[] = [];
  const changed: string[] = [];
  for (const [index, key] of keys.entries()) {
    const old = before[index];
    const one = updates.get(key);
    if (one === undefined || (old === undefined && (await isGone(db, key, response)))) continue;
    const { row, isChanged } = mergePost(old, key, one, response.at);
    if (isChanged) changed.push(key);
    // An unchanged list item is not written; an unchanged page is, because its time is shown as its age.
    if (isChanged || "page" in one || old === undefined || response.at - old.usedAt > HOUR) puts.push(row);
  }
  await db.posts.bulkPut(puts);
  await db.changes.bulkAdd(changed.map((key) => ({ key })));
}

async function writeDms(db: Tables, dms: DmRow["dm"][], at: number): Promise<void> {
  const keys = dms.map(rowKey);
  const before = await db.dms.bulkGet(keys);
  const rows = dms.map((dm, index): DmRow => {
    const key = rowKey(dm);
    // Only the list of all DMs includes the creator.
    const artist = dm.artist ?? before[index]?.dm.artist ?? null;
    const whole = { ...dm, artist } as DmRow["dm"];
    return { key, creator: creatorOfPost(key), dm: whole, storedAt: at, usedAt: at, bytes: sizeOf(whole) };
  });
  await db.dms.bulkPut(rows.filter((row, index) => isChangedDm(before[index], row)));
}

function isChangedDm(before: DmRow | undefined, row: DmRow): boolean {
  return before === undefined || row.usedAt - before.usedAt > HOUR || !isSame(before.dm, row.dm);
}

/** True if the content was taken down after the request; a response requested later restores it. */
async function isGone(db: Tables, key: string, { requestedAt }: WritableResponse): Promise<boolean> {
  const tombstones = await db.gone.bulkGet([key, creatorOfPost(key)]);
  const found = tombstones.filter((row) => row !== undefined);
  if (found.some(({ at }) => at >= requestedAt)) return true;
  await db.gone.bulkDelete(found.map((row) => row.key));
  return false;
}

/** Removes the cached copy after a 404; saved posts stay. */
export async function remove(request: RequestKey): Promise<void> {
  const db = offlineDb();
  const { path, address } = request;
  const post = postKeyOf(request);
  if (path === PROFILE) return await db.creators.delete(creatorKeyOf(request));
  if (isList(path)) return await db.lists.delete(address);
  if (![POST, REVISION, COMMENTS].includes(path)) return await db.answers.delete(address);
  if ((await db.saved.get(post)) !== undefined) return;
  if (path === REVISION) return await db.revisions.delete(`${post}/${request.params["revision"]}`);
  if (path === COMMENTS) return await db.comments.delete(post);
  await db.transaction("rw", [db.posts, db.comments, db.revisions, db.changes], async (tx) => {
    await tx.posts.delete(post);
    await tx.comments.delete(post);
    await tx.revisions.where("post").equals(post).delete();
    await tx.changes.add({ key: post });
  });
}

/** A recently opened post. */
export interface RecentPost {
  service: string;
  user: string;
  id: string;
  title: string;
  storedAt: number;
}

const SCANNED = 200;

/** Returns the most recently opened posts. */
export async function recentPosts(count: number): Promise<RecentPost[]> {
  const rows = await offlineDb().posts.orderBy("[usedAt+bytes]").reverse().limit(SCANNED).toArray();
  return rows
    .flatMap(({ page, pageAt = 0 }) =>
      page === undefined
        ? []
        : [
            {
              service: page.post.service,
              user: page.post.user,
              id: page.post.id,
              title: page.post.title,
              storedAt: pageAt,
            },
          ],
    )
    .sort((a, b) => b.storedAt - a.storedAt)
    .slice(0, count);
}
