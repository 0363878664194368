/** What the app showed goes in as entities and comes out as the answers of the contracts. */

import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { type DeviceDb, deviceDb } from "../db/db.ts";
import type { DmRow, Kept, PostRow } from "../db/records.ts";
import {
  askedCreator,
  askedPost,
  COMMENTS,
  creatorOf,
  isList,
  isSame,
  joinList,
  mergePost,
  POST,
  type PostNews,
  PROFILE,
  REVISION,
  rowKey,
  sizeOf,
  splitList,
} from "./normalize.ts";
import type { Asked } from "./request-key.ts";

const HOUR = 60 * 60_000;

/** An answer of the device. */
export interface Stored {
  body: unknown;
  /** When the server gave it. */
  storedAt: number;
}

/** The stored answer to a question, in the shape of its contract. */
export async function read(asked: Asked): Promise<Stored | undefined> {
  const db = deviceDb();
  const { path, address } = asked;
  if (path === POST) {
    const row = await db.posts.get(askedPost(asked));
    return row?.page === undefined ? undefined : shown(db, "posts", [row], row.page, row.pageAt);
  }
  if (path === REVISION) {
    const row = await db.revisions.get(`${askedPost(asked)}/${asked.params["revision"]}`);
    return row && shown(db, "revisions", [row], row.page);
  }
  if (path === COMMENTS) {
    const row = await db.comments.get(askedPost(asked));
    return row && shown(db, "comments", [row], row.comments);
  }
  if (path === PROFILE) {
    const row = await db.creators.get(askedCreator(asked));
    return row && shown(db, "creators", [row], row.profile);
  }
  if (isList(path)) return await readList(db, asked);
  const row = await db.answers.get(address);
  return row && shown(db, "answers", [row], row.body);
}

async function readList(db: DeviceDb, { path, address }: Asked): Promise<Stored | undefined> {
  const list = await db.lists.get(address);
  if (list === undefined) return undefined;
  const isPosts = list.of === "posts";
  const rows = isPosts ? await db.posts.bulkGet(list.ids) : await db.dms.bulkGet(list.ids);
  const items = rows.map((row) => (row === undefined ? undefined : "dm" in row ? row.dm : row.item));
  const body = joinList(path, list, items);
  if (body === undefined) return undefined;
  const found = rows.filter((row) => row !== undefined);
  touch(db, isPosts ? "posts" : "dms", found);
  return shown(db, "lists", [list], body);
}

type Copies = "posts" | "revisions" | "comments" | "creators" | "dms" | "lists" | "answers";

function shown(
  db: DeviceDb,
  table: Copies,
  rows: (Kept & { key: string })[],
  body: unknown,
  at = rows[0]?.storedAt ?? 0,
): Stored {
  touch(db, table, rows);
  return { body, storedAt: at };
}

/** A use is noted once an hour, after the screen has its answer. */
function touch(db: DeviceDb, table: Copies, rows: (Kept & { key: string })[]): void {
  const now = Date.now();
  const keys = rows.filter(({ usedAt }) => now - usedAt > HOUR).map(({ key }) => key);
  if (keys.length === 0) return;
  setTimeout(() => {
    db.table(table)
      .where(":id")
      .anyOf(keys)
      .modify({ usedAt: now })
      .catch(() => {}); // it is only a note
  }, 2_000);
}

/** An answer of the server, on its way into the tables. */
export interface Answer {
  asked: Asked;
  body: unknown;
  /** When it was asked for: a takedown since then wins. */
  askedAt: number;
  at: number;
}

/** Writes answers; all of them or none. @throws what Dexie throws, also when the device is full */
export async function write(answers: readonly Answer[]): Promise<void> {
  const db = deviceDb();
  const tables = [
    db.posts,
    db.revisions,
    db.comments,
    db.creators,
    db.dms,
    db.lists,
    db.answers,
    db.changes,
    db.gone,
  ];
  await db.transaction("rw", tables, async () => {
    for (const answer of answers) await writeOne(db, answer);
  });
}

async function writeOne(db: DeviceDb, answer: Answer): Promise<void> {
  const { asked, body, at } = answer;
  const { path, address } = asked;
  const kept = (part: unknown): Kept => ({ storedAt: at, usedAt: at, bytes: sizeOf(part) });
  if (path === POST) {
    const page = body as PostEnvelope;
    return await writePosts(db, new Map([[postKey(page.post), { page }]]), answer);
  }
  if (isList(path)) {
    const { rows, ...list } = splitList(path, body);
    await db.lists.put({ key: address, ...list, ...kept(list) });
    if (list.of === "dms") return await writeDms(db, rows as DmRow["dm"][], at);
    const items = (rows as NonNullable<PostRow["item"]>[]).map((item): [string, PostNews] => [
      rowKey(item),
      { item },
    ]);
    return await writePosts(db, new Map(items), answer);
  }
  const post = askedPost(asked);
  if (path === REVISION) {
    if (await isGone(db, post, answer)) return;
    const key = `${post}/${asked.params["revision"]}`;
    await db.revisions.put({ key, post, page: body as PostEnvelope, ...kept(body) });
  } else if (path === COMMENTS) {
    if (await isGone(db, post, answer)) return;
    await db.comments.put({ key: post, comments: body as Comment[], ...kept(body) });
  } else if (path === PROFILE) {
    const profile = body as CreatorProfile;
    // Also under the public name, where the address had that one.
    const keys = new Set([`${profile.service}/${profile.id}`, askedCreator(asked)]);
    for (const key of keys)
      if (!(await isGone(db, key, answer))) await db.creators.put({ key, profile, ...kept(body) });
  } else await db.answers.put({ key: address, body, ...kept(body) });
}

async function writePosts(db: DeviceDb, news: Map<string, PostNews>, answer: Answer): Promise<void> {
  const keys = [...news.keys()];
  const before = await db.posts.bulkGet(keys);
  const puts: PostRow[] = [];
  const changed: string[] = [];
  for (const [index, key] of keys.entries()) {
    const old = before[index];
    const one = news.get(key);
    if (one === undefined || (old === undefined && (await isGone(db, key, answer)))) continue;
    const { row, isChanged } = mergePost(old, key, one, answer.at);
    if (isChanged) changed.push(key);
    // A list seen again writes nothing; of a page the moment is what screens tell its age by.
    if (isChanged || "page" in one || old === undefined || answer.at - old.usedAt > HOUR) puts.push(row);
  }
  await db.posts.bulkPut(puts);
  await db.changes.bulkAdd(changed.map((key) => ({ key })));
}

async function writeDms(db: DeviceDb, dms: DmRow["dm"][], at: number): Promise<void> {
  const keys = dms.map(rowKey);
  const before = await db.dms.bulkGet(keys);
  const rows = dms.map((dm, index): DmRow => {
    const key = rowKey(dm);
    // The list of all knows the creator, a creator's own list does not.
    const artist = dm.artist ?? before[index]?.dm.artist ?? null;
    const whole = { ...dm, artist } as DmRow["dm"];
    return { key, creator: creatorOf(key), dm: whole, storedAt: at, usedAt: at, bytes: sizeOf(whole) };
  });
  await db.dms.bulkPut(rows.filter((row, index) => isNews(before[index], row)));
}

function isNews(before: DmRow | undefined, row: DmRow): boolean {
  return before === undefined || row.usedAt - before.usedAt > HOUR || !isSame(before.dm, row.dm);
}

/** Whether it was taken down after it was asked for; what the server gave later is there again. */
async function isGone(db: DeviceDb, key: string, { askedAt }: Answer): Promise<boolean> {
  const marks = await db.gone.bulkGet([key, creatorOf(key)]);
  const found = marks.filter((mark) => mark !== undefined);
  if (found.some(({ at }) => at >= askedAt)) return true;
  await db.gone.bulkDelete(found.map((mark) => mark.key));
  return false;
}

/** The server says that there is no such thing: the copy of a visit goes, what was saved on purpose stays. */
export async function forget(asked: Asked): Promise<void> {
  const db = deviceDb();
  const { path, address } = asked;
  const post = askedPost(asked);
  if (path === PROFILE) return await db.creators.delete(askedCreator(asked));
  if (isList(path)) return await db.lists.delete(address);
  if (![POST, REVISION, COMMENTS].includes(path)) return await db.answers.delete(address);
  if ((await db.saved.get(post)) !== undefined) return;
  if (path === REVISION) return await db.revisions.delete(`${post}/${asked.params["revision"]}`);
  if (path === COMMENTS) return await db.comments.delete(post);
  await db.transaction("rw", [db.posts, db.comments, db.revisions, db.changes], async () => {
    await db.posts.delete(post);
    await db.comments.delete(post);
    await db.revisions.where("post").equals(post).delete();
    await db.changes.add({ key: post });
  });
}

/** A post that was opened on this device. */
export interface Lately {
  service: string;
  user: string;
  id: string;
  title: string;
  storedAt: number;
}

const LOOKED_THROUGH = 200;

/** The posts whose pages were looked at last. */
export async function lately(count: number): Promise<Lately[]> {
  const rows = await deviceDb().posts.orderBy("[usedAt+bytes]").reverse().limit(LOOKED_THROUGH).toArray();
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
