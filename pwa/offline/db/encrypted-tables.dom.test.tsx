/** The database of a device with a key: what the app reads back, and what is on the disk. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { setDeviceCiphers } from "../../lib/device-ciphers.ts";
import { createCiphers } from "../encryption/ciphers.ts";
import { keysWithAny, rowsWithAny } from "./any-of.ts";
import { offlineDb } from "./db.ts";
import type { SavedRow } from "./records.ts";

const KEY = crypto.getRandomValues(new Uint8Array(32));
const HASH = "beef".repeat(4); // so long that random letters are never the same
const SECRETS = ["Quiet Lantern", "patreon/7", "harbor", HASH];

const saved: SavedRow = {
  key: "patreon/7/1",
  creator: "patreon/7",
  creatorName: "Quiet Lantern",
  title: "A harbor",
  savedAt: 5,
  bytes: 9,
  files: [],
  state: "saving",
  kinds: ["image"],
};

beforeEach(() => setDeviceCiphers(createCiphers(KEY)));
afterEach(() => setDeviceCiphers(undefined));

/** Everything in the database as it is stored, with the texts of Blobs. */
async function stored(): Promise<string> {
  const db = offlineDb().backendDB();
  const texts: string[] = [];
  const textOf = async (value: unknown): Promise<void> => {
    if (value instanceof Blob) texts.push(await value.text());
    else if (value instanceof Uint8Array || value instanceof ArrayBuffer)
      texts.push(new TextDecoder().decode(value));
    else if (typeof value === "object" && value !== null)
      for (const part of Object.entries(value).flat()) await textOf(part);
    else texts.push(String(value));
  };
  for (const name of db.objectStoreNames) {
    const request = db.transaction(name).objectStore(name).getAll();
    await new Promise((done) => request.addEventListener("success", done));
    await textOf(request.result);
  }
  return texts.join("\n");
}

test("rows come back as they were, by key, index, range of numbers and cursor, and nothing of them is on the disk", async () => {
  const db = offlineDb();
  await db.saved.bulkPut([saved, { ...saved, key: "patreon/7/2", state: "whole", savedAt: 8 }]);
  await db.files.put({
    hash: HASH,
    path: "/harbor",
    type: "image/png",
    isWhole: 0,
    posts: ["patreon/7/1", "patreon/7/2"],
    storedAt: 1,
  });
  expect(await db.saved.get("patreon/7/1")).toEqual(saved);
  expect((await db.saved.bulkGet(["patreon/7/2", "patreon/7/3"])).map((row) => row?.savedAt)).toEqual([
    8,
    undefined,
  ]);
  expect(await db.saved.where("state").equals("saving").toArray()).toEqual([saved]);
  expect((await db.saved.orderBy("savedAt").reverse().toArray()).map(({ key }) => key)).toEqual([
    "patreon/7/2",
    "patreon/7/1",
  ]);
  expect(await db.saved.where("savedAt").above(6).count()).toBe(1);
  expect((await db.saved.toCollection().primaryKeys()).sort()).toEqual(["patreon/7/1", "patreon/7/2"]);
  expect(await db.saved.orderBy("creator").uniqueKeys()).toEqual(["patreon/7"]);
  expect(await keysWithAny(db.files, "posts", ["patreon/7/1", "patreon/7/2", "x"])).toEqual([HASH]);
  expect((await rowsWithAny(db.files, "posts", ["patreon/7/2"])).map(({ path }) => path)).toEqual([
    "/harbor",
  ]);
  await db.saved.toCollection().modify((row) => {
    row.title = "Another harbor";
  });
  await db.saved.update("patreon/7/2", { bytes: 11 });
  expect(await db.saved.get("patreon/7/2")).toMatchObject({ title: "Another harbor", bytes: 11 });
  const disk = await stored();
  for (const secret of SECRETS) expect(disk).not.toContain(secret);
  await db.saved.where("creator").equals("patreon/7").delete();
  expect(await db.saved.count()).toBe(0);
});

test("numbers that the database gives, bytes, Maps and keys of the browser come back", async () => {
  const db = offlineDb();
  const seq = await db.changes.add({ key: "patreon/7/1" });
  expect(await db.changes.toArray()).toEqual([{ seq, key: "patreon/7/1" }]);
  const data = Uint32Array.of(7, 8).buffer;
  const id = await db.segments.add({ documents: 1, data });
  expect(new Uint32Array((await db.segments.get(id))?.data ?? new ArrayBuffer())).toEqual(
    Uint32Array.of(7, 8),
  );
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  const entries = new Map([["patreon/7", { value: { href: "/harbor" } }]]);
  await db.sync.put({ name: "visits", value: { key, entries, dead: [[1, Uint8Array.of(1)]] } });
  const read = await db.sync.get("visits");
  expect(read).toEqual({ name: "visits", value: { key, entries, dead: [[1, Uint8Array.of(1)]] } });
  expect(read).toMatchObject({ value: { key: { extractable: false } } });
  expect(await stored()).not.toContain("harbor");
});

test("an object that cannot be encrypted is refused, never stored as it is", async () => {
  await expect(offlineDb().state.put({ name: "a", value: new Set() })).rejects.toThrow(
    "A value of type Set cannot be encrypted.",
  );
});

test("a range of texts is refused, as their order is lost", async () => {
  await expect(offlineDb().posts.where("creator").startsWith("patreon").toArray()).rejects.toThrow(
    "Encrypted texts have no order",
  );
});

test("with another key nothing can be read", async () => {
  await offlineDb().saved.put(saved);
  setDeviceCiphers(createCiphers(crypto.getRandomValues(new Uint8Array(32))));
  expect(await offlineDb().saved.get(saved.key)).toBe(undefined);
  await expect(offlineDb().saved.toArray()).rejects.toThrow();
});
