/** Words that the engine alone reads differently than people do: letters without decomposition, emoji, short and punctuated words. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { buildChannel, buildMessage } from "#tests/support/talk-factories.ts";

let server: IndexedServer;
beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { name: "Søren Ünal" });
  await buildPost(sql, { id: "lodz", title: "A day in Łódź", tags: ["Straße"] });
  const long = `<p>${"word ".repeat(60)}from Đakovo to Göteborg</p>`;
  await buildPost(sql, { id: "long", title: "Travels", content: long });
  await buildPost(sql, { id: "heron", title: "Heron 🦩", content: "<p>Hello 👋🏽</p>" });
  await buildPost(sql, { id: "bird", title: "A bird 🐦" });
  await buildPost(sql, { id: "version", title: "Release v1.2.3", content: "<p>after 1.2.2</p>" });
  await buildPost(sql, { id: "numbers", title: "1, then 2, then 3" });
  await buildPost(sql, { id: "att", title: "A bill of AT&T", published: "2020-01-01T00:00:00" });
  await buildPost(sql, {
    id: "at",
    title: "At the tea house",
    content: "<p>at t</p>",
    published: "2024-01-01T00:00:00",
  });
  await buildPost(sql, {
    id: "go",
    title: "Learning to write programs in Go",
    published: "2019-01-01T00:00:00",
  });
  for (const [at, title] of ["Good morning", "Gold", "Going home", "Google", "Goats"].entries())
    await buildPost(sql, { id: `good${at}`, title });
  await buildDm(sql, { hash: "d", content: "<p>see you in Łódź 🦩</p>" });
  await buildCreator(sql, { service: "discord", id: "s1" });
  await buildChannel(sql, "c1");
  await buildMessage(sql, "m1", { content: "Łódź 🦩 runs v1.2.3" });
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

const list = async (q: string) => {
  const { body } = await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}`);
  return (body as { posts: { id: string }[] }).posts.map(({ id }) => id);
};
const box = async (q: string) =>
  (await server.json(`/api/v1/search?q=${encodeURIComponent(q)}`)).body as SearchAnswer;

test.each([
  ["lodz", ["lodz"]],
  ["Łódź", ["lodz"]],
  ['"in lodz"', ["lodz"]],
  ["strasse", ["lodz"]],
  ["dakovo goteborg", ["long"]],
  ["Đakovo", ["long"]],
  ["🦩", ["heron"]],
  ["👋", ["heron"]],
  ["heron 🦩", ["heron"]],
  ["1.2.2", ["version"]],
  ["1.2.3", ["version"]],
  ["v1.2.3", ["version"]],
])("%s finds these first: %s", async (q, expected) => {
  expect((await list(q)).slice(0, expected.length)).toEqual(expected);
});

test("results that match without them are not", async () => {
  expect(await list("🐸")).toEqual([]);
  expect(await list("lodz -łódź")).toEqual([]);
});

test("a punctuated word comes first, and a short one before words that begin so", async () => {
  expect((await list("AT&T"))[0]).toBe("att");
  expect((await list("Go"))[0]).toBe("go");
  expect(await list("go")).toContain("good0");
  expect((await box("go")).posts[0]?.id).toBe("go");
});

test("creators, DMs and messages too, marked", async () => {
  const mark = (text: string) => MARK_START + text + MARK_END;
  const { posts, dms, messages } = await box("lodz");
  expect(posts.map(({ title }) => title)).toEqual([`A day in ${mark("Łódź")}`]);
  expect(dms.map(({ snippet }) => snippet)).toEqual([`see you in ${mark("Łódź")} 🦩`]);
  expect(messages?.map(({ id }) => id)).toEqual(["m1"]);
  expect((await box("soren")).creators.map(({ name }) => name)).toEqual([`${mark("Søren")} Ünal`]);
  const emoji = await box("🦩");
  expect(emoji.posts.map(({ title }) => title)).toEqual([`Heron ${mark("🦩")}`]);
  expect([emoji.dms.length, emoji.messages?.length]).toEqual([1, 1]);
  expect((await box("1.2.3")).messages?.map(({ id }) => id)).toEqual(["m1"]);
});

test("text that cannot be searched counts as no query", async () => {
  const all = (await list("")).length;
  for (const q of ["a", "!!!", "…"]) expect(await list(q)).toHaveLength(all);
  expect((await box("!!!")).posts).toEqual([]);
});
