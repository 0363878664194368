/** Posts are found on the device by the text in their saved images, and by the names of their files. */
import { beforeEach, expect, test } from "vitest";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { fullPost, postPage } from "#tests/components/examples.ts";
import { offlineDb } from "../db/db.ts";
import { searchOffline } from "./client.ts";

const entry = { storedAt: 1, usedAt: 1, bytes: 9 };
const IMAGE = "ab".repeat(32);
const ARCHIVE = "cd".repeat(32);
const line = (...words: string[]) => ({
  words: words.map((text, at) => ({
    text,
    box: [0.1 + at * 0.2, 0.1, 0.2, 0.1] as [number, number, number, number],
  })),
});

beforeEach(async () => {
  const db = offlineDb();
  for (const table of db.tables) await table.clear();
  const attachments = [
    { name: "notice.png", path: `/ab/ab/${IMAGE}.png` },
    { name: "Winter sketches.zip", path: `/cd/cd/${ARCHIVE}.bin` },
  ];
  for (const id of ["1", "2"]) {
    const post = fullPost({
      service: "patreon",
      user: "10",
      id,
      title: "News",
      content: "Some words",
      attachments,
    });
    await db.posts.put({
      ...entry,
      key: `patreon/10/${id}`,
      creator: "patreon/10",
      page: postPage(id === "1" ? post : { ...post, attachments: [] }),
      pageAt: 1,
    });
    await db.changes.add({ key: `patreon/10/${id}` });
  }
  const file = { isWhole: 1 as const, bytes: 5, posts: ["patreon/10/1"], storedAt: 1 };
  await db.files.bulkPut([
    {
      ...file,
      hash: IMAGE,
      path: `/ab/ab/${IMAGE}.png`,
      type: "image/png",
      text: [line("The", "harbor", "festival"), line("港の", "祭り")],
    },
    {
      ...file,
      hash: ARCHIVE,
      path: `/cd/cd/${ARCHIVE}.bin`,
      type: "application/zip",
      archive: {
        file: {
          ...{ id: 1, hash: ARCHIVE, mtime: "", ctime: "", added: "", mime: "application/zip", ext: ".zip" },
          ...{ size: 5, ihash: null },
        },
        file_list: ["pages/lighthouse 01.png"],
        password: "",
      },
    },
  ]);
});

async function find(q: string) {
  const { posts } = await searchOffline({ q, offset: 0, limit: 10 });
  return posts.map(({ item, snippet, inImage = false }) => ({ id: item.id, snippet, inImage }));
}
const marked = (text: string) => text.replaceAll("[", MARK_START).replaceAll("]", MARK_END);

test("by the text in an image, with a typo too", async () => {
  await expect
    .poll(() => find("harbr festival"))
    .toEqual([{ id: "1", snippet: marked("The [harbor] [festival]\n港の祭り"), inImage: true }]);
  expect(await find("祭り")).toEqual([
    { id: "1", snippet: marked("The harbor festival\n港の[祭り]"), inImage: true },
  ]);
});

test("by the name of a file, and of one in an archive file", async () => {
  await expect
    .poll(() => find("winter"))
    .toEqual([{ id: "1", snippet: expect.stringContaining(marked("[Winter] sketches")), inImage: false }]);
  expect(await find("lighthouse")).toMatchObject([{ id: "1", inImage: false }]);
});

test("words of the post itself come first in the snippet", async () => {
  await expect.poll(async () => (await find("words")).length).toBe(2);
  expect((await find("words"))[0]).toMatchObject({ snippet: marked("Some [words]"), inImage: false });
});
