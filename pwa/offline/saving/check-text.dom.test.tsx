/** Saved posts that lack a row of their text. */
import { beforeEach, expect, test } from "vitest";
import { fullPost, postPage, profile } from "#tests/components/examples.ts";
import { offlineDb } from "../db/db.ts";
import type { SavedRow } from "../db/records.ts";
import { audit, checkContent } from "./check.ts";
import { markLostTexts } from "./check-text.ts";
import { cancelSave } from "./rows.ts";

const KEY = "patreon/10/1";
const HASH = "ab".repeat(32);
const entry = { storedAt: 1, usedAt: 1, bytes: 9 };
const page = postPage(fullPost({ service: "patreon", user: "10", id: "1" }));
const row: SavedRow = {
  key: KEY,
  creator: "patreon/10",
  creatorName: "Ann Lantern",
  title: "Harbor",
  savedAt: 1,
  bytes: 14,
  textAt: 1,
  textBytes: 9,
  revision: "7",
  files: [{ hash: HASH, path: `/ab/ab/${HASH}.png`, name: "a.png", kind: "image", state: "whole", bytes: 5 }],
  state: "whole",
  kinds: ["image"],
};

beforeEach(async () => {
  const db = offlineDb();
  for (const table of db.tables) await table.clear();
  await db.saved.put(row);
  await db.files.put({
    hash: HASH,
    path: row.files[0]?.path ?? "",
    type: "image/png",
    bytes: 5,
    isWhole: 1,
    posts: [KEY],
    storedAt: 1,
  });
  await db.posts.put({ ...entry, key: KEY, creator: row.creator, page, pageAt: 1 });
  await db.comments.put({ ...entry, key: KEY, comments: [] });
  await db.creators.put({ ...entry, key: row.creator, profile: profile({ id: "10" }) });
  await db.revisions.put({ ...entry, key: `${KEY}/7`, post: KEY, page });
});

const check = () => markLostTexts(offlineDb(), undefined, { readsPages: true });

test("a post with every row is whole", async () => {
  expect(await check()).toEqual([]);
  expect(await offlineDb().saved.get(KEY)).toEqual(row);
});

for (const [what, lose] of [
  ["the saved revision", () => offlineDb().revisions.clear()],
  ["the comments", () => offlineDb().comments.clear()],
  ["the creator", () => offlineDb().creators.clear()],
  ["the post's page", () => offlineDb().posts.clear()],
] as const)
  test(`without ${what} its text is to be fetched again`, async () => {
    await lose();
    expect(await check()).toEqual([KEY]);
    expect(await offlineDb().saved.get(KEY)).toMatchObject({ state: "partial", files: [{ state: "whole" }] });
    expect(await offlineDb().saved.get(KEY)).not.toHaveProperty("textAt");
  });

test("a post found before and not restored is named again, until it is restored or was never whole", async () => {
  const db = offlineDb();
  await db.comments.clear();
  await check();
  expect(await check()).toEqual([KEY]);
  await db.saved.update(KEY, { state: "saving" });
  expect(await check()).toEqual([]);
  await db.saved.update(KEY, { state: "partial", problem: "network" });
  expect(await check()).toEqual([]);
});

test("a file found damaged before and not restored is reported again", async () => {
  const db = offlineDb();
  for (let time = 0; time < 2; time += 1)
    expect(await checkContent(db, undefined)).toMatchObject({ damaged: [KEY], incomplete: [] });
  expect(await audit(db, [], () => false)).toEqual({ missing: [], damaged: [KEY] });
});

test("a repair that is canceled leaves the post with its files", async () => {
  const db = offlineDb();
  await db.revisions.clear();
  await check();
  await db.saved.update(KEY, { state: "saving" }); // the repair has begun
  expect(await cancelSave(db, KEY)).toMatchObject({
    state: "partial",
    bytes: 5,
    files: [{ state: "whole" }],
  });
  expect(await db.files.get(HASH)).toMatchObject({ isWhole: 1, posts: [KEY] });
  expect(await db.posts.get(KEY)).toBeDefined();
});
