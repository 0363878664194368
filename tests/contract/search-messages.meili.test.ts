/** Chat messages in the search box: whoever may read a chat finds them with everything else, in one request. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { allNotified } from "#tests/support/server.ts";
import {
  buildChannel,
  buildCommunityChannel,
  buildCommunityMessage,
  buildMessage,
} from "#tests/support/talk-factories.ts";

let server: IndexedServer;

beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { name: "Ann" });
  await buildCreator(sql, { service: "discord", id: "s1", name: "Harbor" });
  await buildCreator(sql, { service: "discord", id: "s2", name: "Hidden", hidden: true });
  await buildPost(sql, { id: "post", title: "A kettle" });
  await buildChannel(sql, "c1", { name: "tea" });
  await buildChannel(sql, "c2", { server_id: "s2" });
  await buildMessage(sql, "1", {
    content: "The kettle of <@300002> <:tea:9>",
    mentions: [{ id: "300002", username: "bea" }],
  });
  await buildMessage(sql, "2", { content: "Another KETTLE", published: "2024-02-03T08:00:00" });
  await buildMessage(sql, "3", { content: "An unseen kettle", server: "s2", channel: "c2" });
  await buildMessage(sql, "4", { content: "春風が吹く" });
  for (let at = 0; at < 7; at += 1) await buildMessage(sql, `many${at}`, { content: "A crowd" });
  await buildCommunityChannel(sql, "r1", { name: "Lounge" });
  await buildCommunityMessage(sql, "m1", {
    created_at: "2024-02-02T08:00:00",
    original_json: { text: "My kettle sings", user: { name: "Cay" } },
  });
  await buildCommunityMessage(sql, "m2", {
    deleted_at: "2024-02-03T08:00:00",
    original_json: { text: "A deleted kettle" },
  });
  await server.indexed();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const box = async (q: string) =>
  (await server.json(`/api/v1/search?q=${encodeURIComponent(q)}`)).body as SearchAnswer;
const ids = async (q: string) => (await box(q)).messages?.map(({ id }) => id) ?? [];
const mark = (text: string) => MARK_START + text + MARK_END;

test("newest first, with where they are", async () => {
  expect(await ids("kettle")).toEqual(["2", "m1", "1"]);
  const { posts, messages } = await box("kettle");
  expect(posts.map(({ id }) => id)).toEqual(["post"]);
  expect(messages).toMatchObject([
    { service: "discord", user: "s1", creator: "Harbor", channel: "c1", channel_name: "tea", author: "ann" },
    {
      service: "patreon",
      user: "1",
      creator: "Ann",
      channel: "r1",
      channel_name: "Lounge",
      author: "Cay",
      published: "2024-02-02T08:00:00",
      snippet: `My ${mark("kettle")} sings`,
    },
    { snippet: `The ${mark("kettle")} of @bea :tea:` },
  ]);
});

test.each([
  ["kettle another", ["2"]],
  ["kettle -another -sings", ["1"]],
  ['"kettle sings"', ["m1"]],
  ["ketlle", ["2", "m1", "1"]],
  ["ke", ["2", "m1", "1"]],
  ["bea", ["1"]],
  ["春風", ["4"]],
  ["風春", []],
  ["kettle after:2024-02-02", ["2", "m1"]],
  ["kettle tag:tea", []],
  ["kettle -tag:tea", ["2", "m1", "1"]],
  ["unseen", []],
  ["deleted", []],
])("%s", async (q, expected) => {
  expect(await ids(q)).toEqual(expected);
});

test("no more than five, and none as soon as the creator is hidden", async () => {
  expect(await ids("crowd")).toHaveLength(5);
  await server.sql`update creators set hidden = true where service = 'discord'`;
  await allNotified(server);
  expect(await ids("crowd")).toEqual([]);
  expect(await ids("kettle")).toEqual(["m1"]);
  await server.indexed();
  expect(await server.engine.count(server.engine.uid("messages"))).toBe(1);
  await server.sql`update creators set hidden = false where service = 'discord' and id = 's1'`;
  await server.indexed();
  expect(await ids("crowd")).toHaveLength(5);
});

test("a changed or deleted message", async () => {
  await server.sql`update discord_messages set content = 'A teapot' where id = '2'`;
  await server.sql`delete from discord_messages where id = '4'`;
  await server.sql`update community_messages set deleted_at = now() where message_id = 'm1'`;
  await server.indexed();
  expect(await ids("teapot")).toEqual(["2"]);
  expect(await ids("kettle")).toEqual(["1"]);
  expect(await ids("春風")).toEqual([]);
});
