/** Posts are found by the text in their images, below those that have the words themselves. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { SearchAnswer, SearchedPost } from "#shared/contracts/search.ts";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { filePath } from "#shared/rules/files.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";

const EXT = ".png";
let server: IndexedServer;
const hashes: Record<string, string> = {};

beforeAll(async () => {
  server = await startIndexedServer();
  await buildCreator(server.sql, { name: "Ann Lee" });
  await picturePost("comic", ["The lantern festival", "begins at seven"]);
  await picturePost("japanese", ["港の祭りは", "七時に始まります"]);
  await picturePost("korean", ["항구 축제는 일곱 시에"]);
  await buildPost(server.sql, { id: "title", title: "Lantern", published: "2020-01-01T00:00:00" });
  await buildPost(server.sql, { id: "text", content: "<p>A lantern</p>", published: "2020-01-01T00:00:00" });
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

async function picturePost(id: string, texts: string[], fields: { content?: string } = {}): Promise<void> {
  const hash = await storeFile(server, Buffer.from(`image of ${id}`), EXT);
  hashes[id] = hash;
  await buildPost(server.sql, {
    id,
    title: "Untold",
    ...fields,
    attachments: [{ name: "a.png", path: filePath(hash, EXT) }],
  });
  await read(hash, texts);
}
async function read(hash: string, texts: string[]): Promise<void> {
  const box = [0.1, 0.1, 0.2, 0.1] as PictureLine["words"][number]["box"];
  const lines = texts.map((text) => ({ words: text.split(" ").map((word) => ({ text: word, box })) }));
  await server.sql`
    insert into picture_texts (hash, lines, program) values (${hash}, ${JSON.stringify(lines)}::text::json, 'test')`;
}
const hitsOf = async (q: string) =>
  ((await server.json(`/api/v1/search/posts?q=${encodeURIComponent(q)}`)).body as { posts: SearchedPost[] })
    .posts;
const idsOf = async (q: string) => {
  const { body } = await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}`);
  return (body as { posts: { id: string }[] }).posts.map(({ id }) => id);
};
const shown = ({ snippet }: SearchedPost) => snippet.replaceAll(MARK_START, "[").replaceAll(MARK_END, "]");

test("posts with the words in their own texts come first", async () => {
  expect(await idsOf("lantern")).toEqual(["title", "text", "comic"]);
});

test("a hit in an image says so, and shows the words around it", async () => {
  const [own, , picture] = await hitsOf("lantern");
  expect(own).not.toHaveProperty("in_picture");
  expect(picture).toMatchObject({ id: "comic", in_picture: true });
  expect(picture && shown(picture)).toBe("The [lantern] festival\nbegins at seven");
});

test("the one box marks it as well", async () => {
  const { posts } = (await server.json("/api/v1/search?q=festival")).body as SearchAnswer;
  expect(posts).toEqual([expect.objectContaining({ id: "comic", in_picture: true })]);
});

test.each([
  ["lantren festival", "comic"],
  ["festval", "comic"],
  ["祭り", "japanese"],
  ["始まり", "japanese"],
  ["축제", "korean"],
])("%s is found in an image", async (q, id) => {
  expect((await idsOf(q))[0]).toBe(id);
  expect((await hitsOf(q))[0]).toMatchObject({ id, in_picture: true });
});

test("a wrong letter in a syllable of hangul is tolerated in images as well", async () => {
  expect(await idsOf("축재는")).toEqual(["korean"]);
});

test("a word in the text and in an image is a hit of the text", async () => {
  await picturePost("both", ["A telescope here"], { content: "<p>My telescope</p>" });
  await server.indexed();
  const [hit] = await hitsOf("telescope");
  expect(hit).not.toHaveProperty("in_picture");
  expect(hit && shown(hit)).toBe("My [telescope]");
});

test("a post is found as soon as its image was read, and no longer once the image is taken down", async () => {
  await buildPost(server.sql, {
    id: "late",
    attachments: [{ name: "a.png", path: filePath(await storeFile(server, Buffer.from("late"), EXT), EXT) }],
  });
  await server.indexed();
  expect(await idsOf("obsidian")).toEqual([]);
  const [{ hash }] = await server.sql<[{ hash: string }]>`select hash from file_uses where key = 'late'`;
  await read(hash, ["Obsidian mirror"]);
  await server.indexed();
  expect(await idsOf("obsidian")).toEqual(["late"]);
  await takeDown(server.sql, { service: "", user: "", post: null, file: hash });
  await server.indexed();
  expect(await idsOf("obsidian")).toEqual([]);
});

test("while a takedown of an image is held, its words are not found", async () => {
  const hash = hashes["comic"] ?? "";
  const path = filePath(hash, EXT);
  const [{ seq }] = await server.sql<[{ seq: number }]>`
    insert into takedowns (service, "user", file, held) values ('', '', ${hash}, true) returning seq`;
  await server.sql`insert into removed_files (hash, path, takedown, held) values (${hash}, ${path}, ${seq}, true)`;
  await server.indexed();
  expect(await idsOf("festival")).toEqual([]);
  await server.sql`delete from takedowns where seq = ${seq}`;
  await server.indexed();
  expect(await idsOf("festival")).toEqual(["comic"]);
});
