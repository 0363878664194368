/** The text of a saved post, and that in its images. */
import { beforeEach, expect, test } from "vitest";
import { getFileText, getFileTexts } from "#shared/contracts/files.ts";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { answerTexts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { fullPost, postPage, profile } from "#tests/components/examples.ts";
import { readCached } from "../cache/cache-writer.ts";
import { offlineDb } from "../db/db.ts";
import { newRow } from "./rows.ts";
import { fetchPostText, storeText } from "./text.ts";

const KEY = "patreon/10/1";
const HASH = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const lines = [
  { words: [{ text: "Harbor", box: [0.1, 0.2, 0.2, 0.1] as [number, number, number, number] }] },
];

beforeEach(async () => {
  for (const table of offlineDb().tables) await table.clear();
  const attachments = [HASH, OTHER].map((hash) => ({
    name: "a.png",
    path: `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.png`,
  }));
  await api.answer(
    getPost,
    postPage(fullPost({ service: "patreon", user: "10", id: "1", file: {}, attachments })),
  );
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getProfile, profile({ id: "10" }));
});

async function save() {
  const row = newRow({ key: KEY, title: "Post", creatorName: "Ann" }, ["image"], 1);
  await offlineDb().saved.put(row);
  return storeText(offlineDb(), KEY, await fetchPostText(row, new AbortController().signal));
}

test("one request brings the texts of all images, which are answered offline", async () => {
  await answerTexts([{ hash: HASH, lines }]);
  expect((await save())?.files).toHaveLength(2);
  const requests = await api.requests(/file_text/);
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
    { type: "texts", data: { hashes: [HASH, OTHER] } },
  ]);
  const stored = (hash: string) => readCached(getFileText, { params: { hash } });
  expect((await stored(HASH))?.body).toEqual({ lines });
  expect(await stored(OTHER)).toBeUndefined();
});

test("a server that answers no texts leaves the post as it is", async () => {
  await api.fail(getFileTexts, 404, "Not Found");
  expect((await save())?.files).toHaveLength(2);
  expect((await offlineDb().files.get(HASH))?.text).toBeUndefined();
});
