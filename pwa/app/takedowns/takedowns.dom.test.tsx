/** Takedowns against everything that the device keeps: each place is filled, and afterwards all of it is read. */
import { QueryClient } from "@tanstack/react-query";
import Dexie, { type Table } from "dexie";
import { beforeEach, expect, test, vi } from "vitest";
import { CacheExpiration } from "workbox-expiration";
import {
  listRemoved,
  listVisibleCreators,
  listVisiblePosts,
  type Removed,
} from "#shared/contracts/removed.ts";
import { CREATORS_CACHE } from "#shared/rules/offline-db.ts";
import { api } from "#tests/components/api.ts";
import { creatorRow, DAY, fullPost, listPost, postPage } from "#tests/components/examples.ts";
import { makeBackup, restoreBackup } from "../../features/library/backup/actions.ts";
import { playing } from "../../features/listening/playing.ts";
import { setDeviceCiphers } from "../../lib/device-ciphers.ts";
import { encryptStoredKeys, readStored, type StoredKey } from "../../lib/storage.ts";
import { offlineDb, type TableName } from "../../offline/db/db.ts";
import { dbEvents } from "../../offline/db/events.ts";
import { markOfflineData } from "../../offline/db/has-data.ts";
import { encryptAddress } from "../../offline/encryption/cached-responses.ts";
import { createCiphers } from "../../offline/encryption/ciphers.ts";
import { StoredIndex } from "../../offline/search/stored-index.ts";
import { syncTakedowns } from "../../offline/takedowns/sync.ts";
import { TABLES } from "../../offline/takedowns/tables.ts";
import { forgetTakenDown, namedContent, namesContent, STORED } from "./stored-content.ts";

/** A creator with one post; words of it are nowhere else. */
interface Someone {
  service: "patreon" | "discord";
  user: string;
  publicName: string;
  id: string;
  title: string;
  name: string;
  hash: string;
}

const gone: Someone = {
  service: "patreon",
  user: "4001",
  publicName: "absent.ann",
  id: "9001",
  title: "Vanishing Harbor",
  name: "Absent Ann",
  hash: "cd".repeat(32),
};
const kept: Someone = {
  service: "patreon",
  user: "4002",
  publicName: "present.paul",
  id: "9002",
  title: "Lasting Lighthouse",
  name: "Present Paul",
  hash: "ab".repeat(32),
};
const traces = ({ title, name, hash }: Someone) => [title, name, hash, ...title.toLowerCase().split(" ")];

const keyOf = ({ service, user, id }: Someone) => `${service}/${user}/${id}`;
const creatorOf = ({ service, user }: Someone) => `${service}/${user}`;
const hrefOf = ({ service, id }: Someone, user: string) => `/${service}/user/${user}/post/${id}`;
const pathOf = ({ hash }: Someone) => `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.png`;
const both = [gone, kept];
const entry = { storedAt: 1, usedAt: Date.now(), bytes: 9 };
const pageOf = (one: Someone) => {
  const { service, user, id, title } = one;
  return postPage({ ...fullPost({ service, user, id, title }), file: { name: "a.png", path: pathOf(one) } });
};
const visitOf = (one: Someone, href: string) => ({
  href,
  kind: "post",
  service: one.service,
  title: one.title,
  creator: one.name,
});

/** Values of keys that name content. */
const VALUES: Partial<Record<StoredKey, string>> = {
  reading: JSON.stringify({ ...visitOf(gone, hrefOf(gone, gone.user)), picture: pathOf(gone), at: 1, y: 1 }),
  visits: JSON.stringify(
    both.flatMap((one) => [
      visitOf(one, hrefOf(one, one.user)),
      visitOf(one, `${hrefOf(one, one.publicName)}?q=a`),
      { ...visitOf(one, `/${one.service}/user/${one.user}`), kind: "creator", title: one.name },
    ]),
  ),
  seen: both.map((one) => `${creatorOf(one)}:${one.id}`).join("\n"),
  "book-places": JSON.stringify(both.map((one) => ({ path: pathOf(one), post: keyOf(one), at: 2 }))),
  "media-places": JSON.stringify(
    both.flatMap((one) => [
      { key: keyOf(one), path: pathOf(one), seconds: 3 },
      { key: pathOf(one), path: pathOf(one), seconds: 3 },
    ]),
  ),
  mutes: JSON.stringify({
    mode: "hide",
    creators: both.map(({ service, user, name }) => ({ service, id: user, name })),
    tags: ["tag"],
    words: [],
    services: [],
  }),
  "chat-read": JSON.stringify(Object.fromEntries(both.map((one) => [creatorOf(one), { c1: 3 }]))),
  saved: both.map((one) => `w\t${keyOf(one)}\t1\t1\t${one.title}`).join("\n"),
  favs: both.map(creatorOf).join("\n"),
  post_favs: both.map(keyOf).join("\n"),
};

/** Rows of tables that name content. */
const ROWS: Partial<Record<TableName, (one: Someone) => object[]>> = {
  posts: (one) => [
    {
      ...entry,
      key: keyOf(one),
      creator: creatorOf(one),
      item: listPost({ service: one.service, user: one.user, id: one.id, title: one.title }),
      page: pageOf(one),
      pageAt: 1,
    },
  ],
  sync: (one) => {
    const value = { title: one.title };
    const entries = new Map([[keyOf(one), { stamp: "1", value }]]);
    return [
      { name: `kind ${one.id}`, value: { entries, base: new Map([[keyOf(one), JSON.stringify(value)]]) } },
    ];
  },
  comments: (one) => [{ ...entry, key: keyOf(one), comments: [{ content: one.title }] }],
  revisions: (one) => [{ ...entry, key: `${keyOf(one)}/1`, post: keyOf(one), page: pageOf(one) }],
  dms: (one) => [
    { ...entry, key: `${creatorOf(one)}/1`, creator: creatorOf(one), dm: { content: one.name } },
  ],
  creators: (one) =>
    [one.user, one.publicName].map((name) => ({
      ...entry,
      key: `${one.service}/${name}`,
      profile: creatorRow({ service: one.service, id: one.user, name: one.name }),
    })),
  lists: (one) => [
    {
      ...entry,
      key: `/api/v1/posts?q=${one.id}`,
      of: "posts",
      ids: both.map(keyOf),
      fields: [],
      own: both.map(({ title }) => ({ title })),
      rest: {},
    },
    {
      ...entry,
      key: `/api/v1/${one.service}/user/${one.user}/posts`,
      of: "posts",
      ids: [],
      fields: [],
      rest: one.name,
    },
  ],
  answers: (one) => [
    { ...entry, key: `/api/v1/a/${one.id}`, body: [{ id: one.id, title: one.title }] },
    { ...entry, key: `/api/v1/${one.service}/user/${one.user}/links`, body: [one.name] },
  ],
  saved: (one) => [
    {
      key: keyOf(one),
      creator: creatorOf(one),
      creatorName: one.name,
      title: one.title,
      savedAt: 1,
      bytes: 9,
      files: [{ hash: one.hash, path: pathOf(one), name: one.title, kind: "image", state: "whole" }],
      state: "whole",
      kinds: ["image"],
    },
  ],
  files: (one) => [
    {
      hash: one.hash,
      path: pathOf(one),
      type: "image/png",
      bytes: 5,
      isWhole: 1,
      posts: [keyOf(one)],
      storedAt: 1,
    },
  ],
  parts: (one) => [{ hash: one.hash, part: 0, data: new Blob([one.title]) }],
  account: () => [
    {
      key: "/api/v1/account/favorites?type=artist",
      body: both.map(({ service, user, name }) => ({ service, id: user, name })),
      storedAt: 1,
    },
    {
      key: "/api/v1/account/favorites/posts",
      body: { count: 2, posts: both.map(({ service, user, id, title }) => ({ service, user, id, title })) },
      storedAt: 1,
    },
    {
      key: "/api/v1/favorites/lookup",
      body: {
        artists: both.map(({ service, user, name }) => ({ service, id: user, name })),
        posts: both.map(({ service, user, id, title }) => ({ service, user, id, title })),
      },
      storedAt: 1,
    },
    { key: "/api/v1/account", body: { props: { account: { id: 1 } } }, storedAt: 1 },
  ],
  collections: (one) => [
    {
      id: one.id,
      name: "Later",
      created: 1,
      posts: both.map((other) => ({
        ...{ service: other.service, user: other.user, id: other.id, title: other.title },
        ...{ creatorName: other.name, file: { name: "a.png", path: pathOf(other) }, attachments: [] },
      })),
    },
  ],
  labels: (one) => [{ name: one.id, color: "red", created: 1, creators: both.map(creatorOf) }],
  autoSaves: (one) => [{ key: creatorOf(one), name: one.name, limit: 1, kinds: ["image"], known: [] }],
  notes: (one) => [{ key: creatorOf(one), text: one.name }],
  queue: (one) => [
    {
      idempotencyKey: one.id,
      target: keyOf(one),
      method: "POST",
      address: `/v1${hrefOf(one, one.user)}/flag`,
      body: one.title,
      madeAt: 1,
    },
  ],
};

async function fill(): Promise<void> {
  for (const [key, value] of Object.entries(VALUES)) localStorage.setItem(key, value);
  const db = offlineDb();
  for (const [name, rows] of Object.entries(ROWS)) await db.table(name).bulkPut(both.flatMap(rows));
  await db.changes.bulkAdd(both.map((one) => ({ key: keyOf(one) })));
  await new StoredIndex(db).update();
  await db.changes.bulkAdd(both.map((one) => ({ key: keyOf(one) }))); // not indexed yet
  const pictures = await caches.open("images-1");
  const times = new CacheExpiration("images-1", { maxEntries: 9 }); // as the service worker keeps them
  for (const one of both) {
    for (const path of [`/thumbnail/data${pathOf(one)}?w=360`, `/icons/${creatorOf(one)}`])
      await times.updateTimestamp(new URL(path, location.origin).href);
    await pictures.put(`/thumbnail/data${pathOf(one)}?w=360`, new Response(one.title));
    await pictures.put(`/icons/${creatorOf(one)}`, new Response(one.name));
  }
  await (await caches.open(CREATORS_CACHE)).put("/creators", new Response(gone.name));
}

/** Everything that this origin holds, as text. */
async function everything(): Promise<string> {
  const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const table of offlineDb().tables)
    for (const row of await table.toArray()) found.push(table.name, JSON.stringify(row), await binaryOf(row));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      found.push(request.url, await ((await cache.match(request))?.text() ?? ""));
  }
  return [...found, ...(await expirationEntries())].join("\n");
}

async function binaryOf({ data }: { data?: unknown }): Promise<string> {
  if (data instanceof Blob) return await data.text();
  return data instanceof ArrayBuffer ? new TextDecoder("utf-16le").decode(data) : "";
}

/** The database of Workbox, which keeps its own connection open. */
async function withExpirationEntries<T>(
  use: (entries: Table<{ url: string }>) => PromiseLike<T>,
): Promise<T | undefined> {
  if (!(await Dexie.exists("workbox-expiration"))) return undefined;
  const db = await new Dexie("workbox-expiration").open();
  try {
    return await use(db.table("cache-entries"));
  } finally {
    db.close();
  }
}

const expirationEntries = async (): Promise<string[]> =>
  ((await withExpirationEntries((entries) => entries.toArray())) ?? []).map(({ url }) => url);

async function takeDown(...removed: Removed[]): Promise<void> {
  await api.answer(listRemoved, { since: 1, removed: [] });
  await api.answer(listRemoved, { since: 1, removed }, { query: { since: "0" } });
  await syncTakedowns(forgetTakenDown, namedContent);
}

beforeEach(async () => {
  setDeviceCiphers(undefined);
  localStorage.clear();
  sessionStorage.clear();
  for (const table of offlineDb().tables) await table.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  await withExpirationEntries((entries) => entries.clear());
});

test("every place that takedowns clean is filled here", () => {
  const cleaned = (list: object) =>
    Object.entries(list).flatMap(([name, clean]) => (clean === null ? [] : [name]));
  expect(Object.keys(VALUES).sort()).toEqual(cleaned(STORED).sort());
  // These are the search index, which is built from the others.
  expect([...Object.keys(ROWS), "changes", "segments", "state"].sort()).toEqual(cleaned(TABLES).sort());
});

test("a single comment and a single upload go, and nothing beside them", async () => {
  const db = offlineDb();
  const comment = (id: string) => ({
    id,
    parent_id: null,
    commenter: "u",
    commenter_name: null,
    content: `<p>${id}</p>`,
    published: DAY,
  });
  const key = keyOf(kept);
  await db.comments.put({ key, comments: [comment("c1"), comment("c2")], ...entry });
  for (const path of ["share/s1", "discord/server/9"])
    await db.answers.put({ key: `/api/v1/${path}`, body: { id: "s1" }, ...entry });
  await takeDown(
    { service: "", user: "", post: null, at: DAY, files: [], comment: `${key}/c1` },
    { service: "", user: "", post: null, at: DAY, files: [], share: "s1" },
  );
  expect((await db.comments.get(key))?.comments.map(({ id }) => id)).toEqual(["c2"]);
  expect(await db.answers.toCollection().primaryKeys()).toEqual(["/api/v1/discord/server/9"]);
});

for (const [what, post] of [
  ["post", gone.id],
  ["creator", null],
] as const)
  test(`a ${what} that was taken down leaves no trace on the device, and everything else stays`, async () => {
    await fill();
    const before = await everything();
    for (const one of both) for (const trace of traces(one)) expect(before).toContain(trace);
    await takeDown({ service: gone.service, user: gone.user, post, at: DAY, files: [] });
    const after = await everything();
    const ofPost = post === null ? [] : [gone.name];
    expect((await offlineDb().changes.toArray()).map(({ key }) => key)).toEqual([keyOf(kept)]);
    expect((await expirationEntries()).some((url) => url.includes(gone.hash))).toBe(false);
    expect((await expirationEntries()).some((url) => url.endsWith(`/icons/${creatorOf(gone)}`))).toBe(
      post !== null,
    );
    expect((await expirationEntries()).some((url) => url.includes(kept.hash))).toBe(true);
    expect(traces(gone).filter((trace) => !ofPost.includes(trace) && after.includes(trace))).toEqual([]);
    expect(traces(kept).filter((trace) => !after.includes(trace))).toEqual(
      kept.title.toLowerCase().split(" "), // the search index is rebuilt later
    );
    await new StoredIndex(offlineDb()).update();
    const rebuilt = await everything();
    expect(rebuilt).toContain("lighthouse");
    expect(rebuilt).not.toContain("vanishing");
    for (const [name, rows] of Object.entries(ROWS))
      expect(await offlineDb().table(name).count(), name).toBeGreaterThanOrEqual(rows(kept).length);
  });

test("encrypted copies of what was taken down go as well, and the others stay", async () => {
  const ciphers = createCiphers(new Uint8Array(32).fill(3));
  setDeviceCiphers(ciphers);
  await fill();
  const pictures = await caches.open("images-1");
  const times = new CacheExpiration("images-1", { maxEntries: 9 });
  const addressOf = (one: Someone) =>
    encryptAddress(ciphers, new URL(`/icons/${creatorOf(one)}`, location.origin)).href;
  for (const one of both) {
    await pictures.put(addressOf(one), new Response("encrypted"));
    await times.updateTimestamp(addressOf(one));
  }
  encryptStoredKeys();
  await takeDown({ service: gone.service, user: gone.user, post: null, at: DAY, files: [] });
  const after = await everything();
  expect([addressOf(gone), ...traces(gone)].filter((trace) => after.includes(trace))).toEqual([]);
  expect(after).toContain(addressOf(kept));
  expect(await offlineDb().saved.get(keyOf(kept))).toMatchObject({ title: kept.title });
  expect(await offlineDb().saved.get(keyOf(gone))).toMatchObject({ title: "", state: "gone" });
  expect(readStored("visits")).toContain(kept.title);
  expect(readStored("visits")).not.toContain(gone.title);
  expect(localStorage.getItem("visits")).not.toContain(kept.title);
});

test("a creator that the account's group no longer sees leaves no trace, and is asked about once", async () => {
  await fill();
  const visible = [kept.user, kept.publicName].map((id) => ({ service: kept.service, id }));
  await api.answer(listRemoved, { since: 1, removed: [], view: "3.1" });
  await api.answer(listVisibleCreators, visible);
  await api.answer(listVisiblePosts, [{ service: kept.service, id: kept.id }]);
  expect(await syncTakedowns(forgetTakenDown, namedContent)).toBe(true);
  const after = await everything();
  expect(traces(gone).filter((trace) => after.includes(trace))).toEqual([]);
  expect(await offlineDb().saved.get(keyOf(kept))).toMatchObject({ title: kept.title });
  expect(await offlineDb().lists.count()).toBe(0);
  const asked = () => api.requests(/creators\/visible/);
  expect(await asked()).toHaveLength(1);
  expect(await syncTakedowns(forgetTakenDown, namedContent)).toBe(false);
  expect(await asked()).toHaveLength(1);
});

test("a post that the account's group no longer sees leaves no trace, and its creator stays", async () => {
  await fill();
  const creators = both.flatMap(({ service, user, publicName }) =>
    [user, publicName].map((id) => ({ service, id })),
  );
  await api.answer(listRemoved, { since: 1, removed: [], view: "3.1" });
  await api.answer(listVisibleCreators, creators);
  await api.answer(listVisiblePosts, [{ service: kept.service, id: kept.id }]);
  expect(await syncTakedowns(forgetTakenDown, namedContent)).toBe(true);
  const after = await everything();
  expect(traces(gone).filter((trace) => trace !== gone.name && after.includes(trace))).toEqual([]);
  expect(after).toContain(gone.name);
  expect(await offlineDb().saved.get(keyOf(kept))).toMatchObject({ title: kept.title });
  expect(await api.requests(/posts\/visible/)).toHaveLength(1);
});

test("an older backup does not bring back what the account's group no longer sees", async () => {
  await fill();
  const backup = JSON.stringify(await makeBackup());
  const visible = [kept.user, kept.publicName].map((id) => ({ service: kept.service, id }));
  await api.answer(listRemoved, { since: 1, removed: [], view: "3.1" });
  await api.answer(listVisibleCreators, visible);
  await api.answer(listVisiblePosts, [{ service: kept.service, id: kept.id }]);
  await syncTakedowns(forgetTakenDown, namedContent);
  markOfflineData();
  await restoreBackup(new QueryClient(), backup, "merge");
  expect(await everything()).toContain(gone.title);
  await syncTakedowns(forgetTakenDown, namedContent); // what the restoration begins in the app
  const after = await everything();
  expect(traces(gone).filter((trace) => after.includes(trace))).toEqual([]);
  expect(after).toContain(kept.title);
});

test("copies beside the database are deleted also if the database is empty", async () => {
  for (const [key, value] of Object.entries(VALUES)) localStorage.setItem(key, value);
  const server = { ...visitOf(gone, "/discord/server/77/5"), kind: "creator", service: "discord" };
  const visits = JSON.stringify([server, visitOf(gone, hrefOf(gone, gone.user))]);
  localStorage.setItem("visits", visits);
  const pictures = await caches.open("images-1");
  for (const one of both) await pictures.put(`/thumbnail/data${pathOf(one)}?w=360`, new Response(one.title));
  const files = [gone.hash.slice(0, 12)];
  await takeDown(
    { service: gone.service, user: gone.user, post: null, at: DAY, files },
    { service: "discord", user: "77", post: null, at: DAY, files: [] },
  );
  const after = await everything();
  expect(traces(gone).filter((trace) => after.includes(trace))).toEqual([]);
  expect(after).toContain(kept.title);
  expect(await pictures.keys()).toHaveLength(1);
});

test("an older backup does not bring back what was taken down since", async () => {
  await fill();
  const backup = JSON.stringify(await makeBackup());
  expect(backup).toContain(gone.title);
  await takeDown({ service: gone.service, user: gone.user, post: null, at: DAY, files: [] });
  const restored = vi.fn();
  dbEvents.addEventListener("restored", restored, { once: true });
  markOfflineData();
  await restoreBackup(new QueryClient(), backup, "merge");
  expect(await everything()).toContain(gone.title);
  expect(restored).toHaveBeenCalledOnce();
  await syncTakedowns(forgetTakenDown, namedContent); // what the event begins in the app
  const after = await everything();
  expect(traces(gone).filter((trace) => after.includes(trace))).toEqual([]);
  expect(after).toContain(kept.title);
});

test("the feed is followed where only the history names content", () => {
  expect(namesContent()).toBe(false);
  localStorage.setItem("theme", "black");
  expect(namesContent()).toBe(false);
  localStorage.setItem("visits", "[]");
  expect(namesContent()).toBe(true);
});

test("the player closes when what it plays is taken down, and stays when something else is", () => {
  const soundsOf = ({ service, user, id, name: creator, title }: Someone) => ({
    ...{ service, user, id, tracks: [], path: "" },
    from: { creator, title, icon: "" },
  });
  const takenDown = {
    posts: new Set([keyOf(gone)]),
    ...{ creators: new Set<string>(), hashes: new Set<string>(), files: new Set<string>() },
    ...{ comments: new Set<string>(), shares: new Set<string>() },
  };
  playing.set(soundsOf(kept));
  forgetTakenDown(takenDown);
  expect(playing.get()?.id).toBe(kept.id);
  playing.set(soundsOf(gone));
  forgetTakenDown(takenDown);
  expect(playing.get()).toBeUndefined();
});
