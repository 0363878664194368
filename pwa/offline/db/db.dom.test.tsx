import Dexie from "dexie";
import { expect, test } from "vitest";
import { OfflineDb } from "./db.ts";

const NAME = "earlier";

/** Tables that each version added. */
const VERSIONS: Record<string, string>[] = [
  {
    posts: "key, creator, [usedAt+bytes]",
    revisions: "key, post, [usedAt+bytes]",
    comments: "key, [usedAt+bytes]",
    creators: "key, [usedAt+bytes]",
    dms: "key, creator, [usedAt+bytes]",
    lists: "key, [usedAt+bytes]",
    answers: "key, [usedAt+bytes]",
    saved: "key, creator, savedAt, bytes, state",
    files: "hash, isWhole, *posts",
    parts: "[hash+part], hash",
    queue: "++seq, target",
    changes: "++seq, key",
    segments: "++id",
    gone: "key",
    state: "name",
  },
  { owned: "&hash, at", lookups: "&hash, at" },
  { account: "key" },
  { uploads: "id" },
  { savedSearches: "id, created", recentSearches: "q, at", sync: "name" },
  { collections: "id, created", labels: "name, created, *creators", notes: "key", autoSaves: "key" },
];

test.each(VERSIONS.map((_, index) => index + 1))(
  "a browser with version %i gets the tables added since and keeps its rows",
  async (version) => {
    const before = new Dexie(NAME);
    before.version(version).stores(Object.assign({}, ...VERSIONS.slice(0, version)));
    const post = {
      key: "fanbox/1/2",
      creator: "fanbox/1",
      page: { post: { title: "Kept" } },
      usedAt: 5,
      bytes: 9,
    };
    await before.table("posts").add(post);
    await before.table("saved").add({ key: "fanbox/1/2", creator: "fanbox/1", savedAt: 5, state: "whole" });
    before.close();

    const db = new OfflineDb(NAME);
    await db.open();
    const stores = [...db.backendDB().objectStoreNames];
    expect(db.backendDB().version).toBe(VERSIONS.length * 10); // Dexie's times ten
    expect(stores).toEqual(db.tables.map(({ name }) => name).sort());
    expect(stores).toEqual(VERSIONS.flatMap((added) => Object.keys(added)).sort());
    expect(await db.posts.get("fanbox/1/2")).toEqual(post);
    expect(await db.saved.orderBy("savedAt").toArray()).toMatchObject([{ key: "fanbox/1/2" }]);
    for (const name of VERSIONS.slice(version).flatMap((added) => Object.keys(added)))
      expect(await db.table(name).count()).toBe(0);
    await db.labels.put({ name: "kept", color: "blue", created: 1, creators: ["fanbox/1"] });
    expect(await db.labels.where("creators").equals("fanbox/1").count()).toBe(1);
    await db.delete();
  },
);
