import Dexie from "dexie";
import { expect, test } from "vitest";
import { OfflineDb } from "./db.ts";

const NAME = "earlier";

test("a browser with the first version gets the tables added since and keeps its rows", async () => {
  const before = new Dexie(NAME);
  before.version(1).stores({
    posts: "key, creator, [usedAt+bytes]",
    saved: "key, creator, savedAt, bytes, state",
    parts: "[hash+part], hash",
    queue: "++seq, target",
    state: "name",
  });
  await before.table("saved").add({ key: "fanbox/1/2", creator: "fanbox/1", savedAt: 5, state: "whole" });
  before.close();

  const db = new OfflineDb(NAME);
  await db.open();
  const stores = [...db.backendDB().objectStoreNames];
  expect(stores).toEqual(db.tables.map(({ name }) => name).sort());
  expect(await db.saved.orderBy("savedAt").toArray()).toMatchObject([{ key: "fanbox/1/2" }]);
  await db.labels.put({ name: "kept", color: "blue", created: 1, creators: ["fanbox/1"] });
  expect(await db.labels.where("creators").equals("fanbox/1").count()).toBe(1);
  await db.delete();
});
