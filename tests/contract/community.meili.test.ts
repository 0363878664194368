import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, fakePath } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { buildCommunityChannel, buildCommunityMessage } from "#tests/support/talk-factories.ts";

let server: IndexedServer;
const photo = { name: "photo.png", path: fakePath("a", ".png") };

beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "2", name: "One room" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildCommunityChannel(sql, "r1", {
    campaign_id: "88",
    channel_type_name: "chat",
    community_guidelines: "Be kind.",
    emoji: "💬",
    messages_refreshed_at: "2024-03-01T00:00:00.500000",
    messages_full_refreshed_at: "2024-03-02T00:00:00",
  });
  await buildCommunityChannel(sql, "r0", { added_at: "2024-02-03T08:00:00" });
  await buildCommunityChannel(sql, "only", { creator_id: "2" });
  await buildCommunityChannel(sql, "unseen", { creator_id: "gone" });
  await buildCommunityMessage(sql, "a", {
    deleted_at: "2024-02-03T08:00:00",
    attachments: [{ ...photo, chat_image_thumbnail: "/t.png" }, photo, { name: "nowhere" }],
    embeds: [{ type: "link", title_link: "https://example.org/", secret: "x" }],
    original_json: {
      text: "Hello",
      created_at: "2024-02-02T08:00:00.1Z",
      user: { name: "Ann", role: "creator", avatar_url: "https://example.org/a.png", email: "x" },
      secret: "x",
    },
  });
  await buildCommunityMessage(sql, "b", { created_at: "2024-02-03T08:00:00" });
  await buildCommunityMessage(sql, "a2", { parent_id: "a", created_at: "2024-02-05T08:00:00" });
  await buildCommunityMessage(sql, "a1", { parent_id: "a", created_at: "2024-02-04T08:00:00" });
  await sql`insert into community_messages (message_id, channel_id, user_id, created_at, original_json)
    select 'o' || lpad(n::text, 3, '0'), 'only', '77', timestamptz '2024-01-01 00:00:00+00' - n * interval '1 minute', '{}'
    from generate_series(1, 160) n`;
});
afterAll(() => server[Symbol.asyncDispose]());

const said = (text: string | null) => ({
  text,
  created_at: null,
  user: { name: null, role: null, avatar_url: null },
});
const plain = (id: string, created_at: string) => ({
  message_id: id,
  user_id: "77",
  created_at,
  deleted_at: null,
  attachments: [],
  embeds: [],
  original_json: said(`Said ${id}`),
});

test("a creator's channels have exactly eleven keys; replies are not counted", async () => {
  const response = await server.get("/api/v1/patreon/user/1/community");
  expect(await response.text()).toBe(
    JSON.stringify([
      {
        channel_id: "r1",
        creator_id: "1",
        campaign_id: "88",
        channel_type_name: "chat",
        name: "Room r1",
        community_guidelines: "Be kind.",
        emoji: "💬",
        added_at: "2024-02-02T08:00:00.100000",
        messages_refreshed_at: "2024-03-01T00:00:00.500000",
        messages_full_refreshed_at: "2024-03-02T00:00:00",
        post_count: 2,
      },
      {
        channel_id: "r0",
        creator_id: "1",
        campaign_id: null,
        channel_type_name: null,
        name: "Room r0",
        community_guidelines: null,
        emoji: null,
        added_at: "2024-02-03T08:00:00",
        messages_refreshed_at: null,
        messages_full_refreshed_at: null,
        post_count: 0,
      },
    ]),
  );
});

test.each(["patreon/user/9", "patreon/user/gone", "fanbox/user/1"])("%s has no channels", async (who) => {
  expect(await server.json(`/api/v1/${who}/community`)).toEqual({ status: 200, body: [] });
});

describe("messages", () => {
  test("come newest first with their replies, oldest first, and only the documented keys", async () => {
    const response = await server.get("/api/v1/patreon/user/r1/community/messages");
    expect(await response.text()).toBe(
      JSON.stringify([
        { ...plain("b", "2024-02-03T08:00:00"), replies: [] },
        {
          message_id: "a",
          user_id: "77",
          created_at: "2024-02-02T08:00:00.100000",
          deleted_at: "2024-02-03T08:00:00",
          attachments: [{ ...photo, chat_image_thumbnail: "/t.png" }, photo],
          embeds: [
            {
              type: "link",
              text: null,
              title: null,
              image_url: null,
              thumb_url: null,
              title_link: "https://example.org/",
              asset_url: null,
            },
          ],
          original_json: {
            text: "Hello",
            created_at: "2024-02-02T08:00:00.1Z",
            user: { name: "Ann", role: "creator", avatar_url: "https://example.org/a.png" },
          },
          replies: [plain("a1", "2024-02-04T08:00:00"), plain("a2", "2024-02-05T08:00:00")],
        },
      ]),
    );
    expect((await server.json("/api/v1/patreon/user/r0/community/messages")).body).toEqual([]);
  });

  test.each(["only", "2"])("150 a page, by the channel's id or that of its only creator (%s)", async (id) => {
    const path = `/api/v1/patreon/user/${id}/community/messages`;
    const pages = await Promise.all(["", "?o=150", "?o=300"].map((query) => server.json(path + query)));
    const ids = pages.map(({ body }) => (body as { message_id: string }[]).map((one) => one.message_id));
    expect(ids.map((list) => list.length)).toEqual([150, 10, 0]);
    expect(ids.flat()).toEqual(Array.from({ length: 160 }, (_, at) => `o${String(at + 1).padStart(3, "0")}`));
  });

  test.each(["50", "-150", "ten"])("offset %s is between pages", async (o) => {
    const response = await server.get(`/api/v1/patreon/user/only/community/messages?o=${o}`);
    expect([response.status, await response.text()]).toEqual([
      400,
      JSON.stringify({ error: `Offset ${o} is not a multiple of 150.` }),
    ]);
  });

  test.each([
    "patreon/user/none",
    "patreon/user/1",
    "patreon/user/unseen",
    "patreon/user/gone",
    "fanbox/user/r1",
  ])("%s is a plain 404", async (who) => {
    const response = await server.get(`/api/v1/${who}/community/messages`);
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Not Found"}']);
  });
});

test.each(["patreon/user/1/community", "patreon/user/r1/community/messages"])(
  "%s is JSON for Accept: text/css",
  async (path) => {
    const plainly = await server.get(`/api/v1/${path}`);
    const css = await server.get(`/api/v1/${path}`, { headers: { accept: "text/css" } });
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(await css.text()).toBe(await plainly.text());
  },
);

const of = async (path: string) => {
  const { status, body } = await server.json(`/api/v1/patreon/user/${path}`);
  return status === 200 ? body : status;
};

describe("where a message is", () => {
  test("counted from the newest; a reply is where the message is that it answers", async () => {
    expect(await of("r1/community/messages/b")).toEqual({ id: "b", seq: 1 });
    expect(await of("r1/community/messages/a")).toEqual({ id: "a", seq: 2 });
    expect(await of("r1/community/messages/a1")).toEqual({ id: "a1", seq: 2 });
    expect(await of("only/community/messages/o151")).toEqual({ id: "o151", seq: 151 });
    for (const path of [
      "r0/community/messages/a",
      "r1/community/messages/nothing",
      "unseen/community/messages/a",
    ])
      expect(await of(path)).toBe(404);
  });

  test("of a day", async () => {
    expect(await of("r1/community/day/2024-02-03")).toEqual({ id: "b", seq: 1 });
    expect(await of("r1/community/day/2023-05-01")).toEqual({ id: "a", seq: 2 });
    expect(await of("only/community/day/2024-01-01")).toMatchObject({ seq: 1 });
    expect(await of("unseen/community/day/2024-01-01")).toBe(404);
    expect(await of("r1/community/day/2024-13-01")).toBe(400);
  });
});

test("a search finds messages and replies, nothing deleted and nothing of a hidden creator", async () => {
  await buildCommunityMessage(server.sql, "unseen-one", { channel_id: "unseen" });
  await server.indexed();
  const ids = async (path: string) => {
    const body = (await of(path)) as { messages: { id: string }[] };
    return body.messages.map(({ id }) => id);
  };
  expect(await of("1/community/search?q=said+b")).toEqual({
    messages: [
      {
        id: "b",
        channel: "r1",
        author: null,
        published: "2024-02-03T08:00:00",
        snippet: "\ue000Said\ue001 \ue000b\ue001",
      },
    ],
    names: {},
    more: false,
  });
  expect(await ids("1/community/search?q=said")).toEqual(["a2", "a1", "b"]);
  expect(await ids("1/community/search?q=said&channel=r0")).toEqual([]);
  expect(await ids("1/community/search?q=said&channel=unseen")).toEqual([]);
  expect(await ids("1/community/search?q=hello")).toEqual([]); // deleted
  expect(await of("gone/community/search?q=said")).toBe(404);
});

test.each([undefined, "consumer", "moderator", "administrator"] as const)(
  "a hidden creator's messages are neither searched nor placed: %s",
  async (role) => {
    const caller = role === undefined ? new Visitor(server) : await member(server, `reads_${role}`, role);
    for (const path of [
      "gone/community/search?q=said",
      "unseen/community/day/2024-01-01",
      "unseen/community/messages/x",
    ])
      expect((await caller.get(`/v1/patreon/user/${path}`)).status).toBe(404);
    const { text } = await caller.get("/v1/patreon/user/1/community/search?q=said&channel=unseen");
    expect(JSON.parse(text)).toEqual({ messages: [], names: {}, more: false });
  },
);
