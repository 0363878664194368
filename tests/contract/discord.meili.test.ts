import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { discordMessages, discordPlace } from "#backend/features/discord/queries.ts";
import { member, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, fakePath } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { buildChannel, buildMessage, buildMessages } from "#tests/support/talk-factories.ts";

let server: IndexedServer;
const photo = { name: "photo.png", path: fakePath("a", ".png") };
const author = {
  id: "1",
  avatar: null,
  username: "ann",
  global_name: "Ann",
  public_flags: 0,
  discriminator: "0",
};
const embed = { url: "https://example.org/", type: "rich", title: "Notes", fields: [{ name: "Scale" }] };

beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { service: "discord", id: "s1", name: "Server" });
  await buildCreator(sql, { service: "discord", id: "bare", name: "No channels" });
  await buildCreator(sql, { service: "discord", id: "gone", hidden: true });
  await buildCreator(sql, { service: "patreon", id: "p1" });
  await buildChannel(sql, "c1", { position: 2, parent_channel_id: "c0", topic: "Talk", is_nsfw: true });
  await buildChannel(sql, "c0", { position: 0, type: 4, theme_color: "#5e1f36", icon_emoji: "👋" });
  await buildChannel(sql, "many", { position: 1 });
  await buildChannel(sql, "unseen", { server_id: "gone" });
  // One moment for two, ordered by their ids; the earliest comes in last.
  await buildMessage(sql, "m3", { edited: "2024-02-01T09:00:00.300000", author, mentions: [author] });
  await buildMessage(sql, "m2", { embeds: [embed], attachments: [photo] });
  await buildMessage(sql, "m9", { published: "2024-01-31T23:59:59.999999" });
  await buildMessage(sql, "hidden", { server: "gone", channel: "unseen" });
  await sql`insert into discord_message_revisions (id, message, content, edited) values
    (6, 'm3', 'Second', '2024-02-01 08:30:00+00'), (5, 'm3', 'First', '2024-02-01 08:00:00.2+00')`;
  await buildMessages(sql, { channel: "many", count: 150, prefix: "x", start: "2024-01-01T23:00:00Z" });
  await buildMessages(sql, { channel: "many", count: 155, prefix: "w", start: "2023-06-01T12:00:00Z" });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Message {
  id: string;
  seq: number;
  published: string;
}
const page = async (channel: string, o: number | string = "") =>
  (await server.json(`/api/v1/discord/channel/${channel}?o=${o}`)).body as Message[];

const channel = (id: string, name: string, fields: object) => ({
  id,
  server_id: "s1",
  name,
  parent_channel_id: null,
  topic: null,
  theme_color: null,
  is_nsfw: false,
  position: 0,
  icon_emoji: null,
  type: 0,
  post_count: 0,
  ...fields,
});

describe("a server", () => {
  test("has its channels in their order, each with its exact count", async () => {
    const response = await server.get("/api/v1/discord/server/s1");
    expect(await response.text()).toBe(
      JSON.stringify({
        id: "s1",
        name: "Server",
        indexed: "2024-01-01T10:00:00.123456",
        updated: "2024-05-01T10:00:00.654321",
        channels: [
          channel("c0", "channel-c0", { type: 4, theme_color: "#5e1f36", icon_emoji: "👋" }),
          channel("many", "channel-many", { position: 1, post_count: 305 }),
          channel("c1", "channel-c1", {
            position: 2,
            parent_channel_id: "c0",
            topic: "Talk",
            is_nsfw: true,
            post_count: 3,
          }),
        ],
      }),
    );
  });

  test("may have no channels", async () => {
    expect((await server.json("/api/v1/discord/server/bare")).body).toMatchObject({ channels: [] });
    expect((await server.json("/api/v1/discord/channel/lookup/bare")).body).toEqual([]);
  });

  test("has as many chats in its profile as it has channels", async () => {
    const chats = async (id: string) => {
      const { body } = await server.json(`/api/v1/discord/user/${id}/profile`);
      const { has_chats, chat_count } = body as { has_chats: boolean; chat_count: number };
      return [has_chats, chat_count];
    };
    expect([await chats("s1"), await chats("bare")]).toEqual([
      [true, 3],
      [false, 0],
    ]);
  });

  test("is looked up for ids and names", async () => {
    const response = await server.get("/api/v1/discord/channel/lookup/s1");
    expect(await response.text()).toBe(
      '[{"id":"c0","name":"channel-c0"},{"id":"many","name":"channel-many"},{"id":"c1","name":"channel-c1"}]',
    );
  });
});

describe("messages", () => {
  test("come oldest first with exactly thirteen keys and their place", async () => {
    const response = await server.get("/api/v1/discord/channel/c1");
    const base = {
      author: { id: "300001", avatar: null, username: "ann", public_flags: 0, discriminator: "0" },
      server: "s1",
      channel: "c1",
    };
    const added = "2024-02-02T08:00:00.100000";
    const published = "2024-02-01T08:00:00.200000";
    const none = { edited: null, embeds: [], mentions: [], attachments: [], revisions: [] };
    const list = (await response.json()) as object[];
    expect(list).toEqual([
      {
        id: "m9",
        ...base,
        content: "Message m9",
        added,
        published: "2024-01-31T23:59:59.999999",
        ...none,
        seq: 1,
      },
      {
        id: "m2",
        ...base,
        content: "Message m2",
        added,
        published,
        ...none,
        embeds: [embed],
        attachments: [photo],
        seq: 2,
      },
      {
        id: "m3",
        ...base,
        author,
        content: "Message m3",
        added,
        published,
        edited: "2024-02-01T09:00:00.300000",
        embeds: [],
        mentions: [author],
        attachments: [],
        revisions: [
          { id: 5, content: "First", edited: "2024-02-01T08:00:00.200000" },
          { id: 6, content: "Second", edited: "2024-02-01T08:30:00" },
        ],
        seq: 3,
      },
    ]);
    for (const message of list)
      expect(Object.keys(message).join(" ")).toBe(
        "id author server channel content added published edited embeds mentions attachments revisions seq",
      );
  });

  test("are numbered without a gap from page to page, and each is found at its number", async () => {
    const pages = await Promise.all(["", 150, 300, 450].map((o) => page("many", o)));
    expect(pages.map((list) => list.length)).toEqual([150, 150, 5, 0]);
    const all = pages.flat();
    expect(all.map((message) => message.seq)).toEqual(Array.from({ length: 305 }, (_, at) => at + 1));
    const dates = all.map((message) => message.published);
    expect(dates).toEqual([...dates].sort());
    for (const at of [0, 154, 155, 213, 214, 304])
      expect((await server.json(`/api/v1/discord/channel/many/${all[at]?.id}`)).body).toEqual({
        seq: at + 1,
      });
  });

  test("an empty channel and a page far past the end are empty", async () => {
    expect(await page("c0")).toEqual([]);
    expect(await page("many", 999_999_999_999_900)).toEqual([]);
  });

  test.each(["25", "50", "-150", "ten"])("offset %s is between pages", async (o) => {
    const response = await server.get(`/api/v1/discord/channel/many?o=${o}`);
    expect([response.status, await response.text()]).toEqual([
      400,
      JSON.stringify({ error: `Offset ${o} is not a multiple of 150.` }),
    ]);
  });

  test("positions stay right whatever is moved, removed or added, at the cost of one day", async () => {
    const undone = new Error("undone");
    const seen: unknown[] = [];
    const work = server.sql.begin(async (tx) => {
      await tx`insert into discord_messages (id, server, channel, author, content, added, published)
        select 'y' || n, 's1', 'many', '{}', '', now(), timestamptz '2020-01-01 00:00:00+00' + n * interval '30 minutes'
        from generate_series(1, 9000) n`;
      await tx`delete from discord_messages where channel = 'many' and published < '2020-01-10'`;
      await tx`update discord_messages set published = published + interval '40 days' where id like 'y8%'`;
      await tx`update discord_messages set channel = 'c0' where id like 'y7%'`;
      await tx`analyze discord_messages, discord_days`;
      const rows = async () => {
        const [row] = await tx<
          [{ n: number }]
        >`select pg_stat_get_xact_tuples_returned('discord_messages_by_channel'::regclass) as n`;
        return row.n;
      };
      const expected = await tx<{ id: string; seq: number }[]>`
        select id, row_number() over (order by published, id) as seq from discord_messages where channel = 'many'`;
      const before = await rows();
      const deep = await discordMessages(tx, { channel: "many", offset: 6000, limit: 150 });
      const after = await rows();
      seen.push(
        deep?.map(({ id, seq }) => ({ id, seq })),
        expected.slice(6000, 6150).map(({ id, seq }) => ({ id, seq })),
      );
      const wanted = expected[6070];
      seen.push(await discordPlace(tx, { channel: "many", message: wanted?.id ?? "" }), { seq: wanted?.seq });
      seen.push(after - before < 400, true);
      const [days] =
        await tx`select sum(messages) as n, min(messages) as least from discord_days where channel = 'many'`;
      const [counted] = await tx`select post_count from discord_channels where id = 'many'`;
      seen.push([Number(days?.["n"]), counted?.["post_count"]], [expected.length, expected.length]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(seen).toHaveLength(8);
    for (let at = 0; at < seen.length; at += 2) expect(seen[at]).toEqual(seen[at + 1]);
  });
});

test.each([
  "server/none",
  "server/gone",
  "server/p1",
  "channel/lookup/none",
  "channel/lookup/gone",
  "channel/none",
  "channel/unseen",
  "channel/c1/none",
  "channel/many/m2",
  "channel/unseen/hidden",
])("%s is a plain 404", async (path) => {
  const response = await server.get(`/api/v1/discord/${path}`);
  expect([response.status, await response.text()]).toEqual([404, '{"error":"Not Found"}']);
});

test.each(["server/s1", "channel/lookup/s1", "channel/c1", "channel/c1/m2"])(
  "%s is JSON for Accept: text/css",
  async (path) => {
    const plain = await server.get(`/api/v1/discord/${path}`);
    const css = await server.get(`/api/v1/discord/${path}`, { headers: { accept: "text/css" } });
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(await css.text()).toBe(await plain.text());
  },
);

describe("a search in messages", () => {
  const search = async (server_: string, query: string) => {
    const { body, status } = await server.json(`/api/v1/discord/server/${server_}/search?${query}`);
    return { status, body: body as { messages: { id: string; snippet: string }[]; more: boolean } };
  };
  const idsOf = async (query: string, of = "found") =>
    (await search(of, query)).body.messages.map(({ id }) => id);

  beforeAll(async () => {
    const { sql } = server;
    await buildCreator(sql, { service: "discord", id: "found", name: "Found" });
    await buildChannel(sql, "f1", { server_id: "found" });
    await buildChannel(sql, "f2", { server_id: "found" });
    const say = (id: string, channel: string, content: string, published: string) =>
      buildMessage(sql, id, { server: "found", channel, content, published, author });
    await say("s1", "f1", "The kettle sings at\nfour", "2023-04-30T08:00:00");
    await say("s2", "f2", "No KETTLE today, 灯台の光 only", "2023-05-01T08:00:00");
    await say("s3", "f1", "100% of a_kettle", "2023-06-01T08:00:00");
    await buildCreator(sql, { service: "discord", id: "other", name: "Other" });
    await buildChannel(sql, "e1", { server_id: "other" });
    await buildMessage(sql, "elsewhere", { server: "other", channel: "e1", content: "A kettle of another" });
    await buildMessage(sql, "unseen-kettle", {
      server: "gone",
      channel: "unseen",
      content: "A kettle nobody sees",
    });
    await server.indexed();
  });

  test("finds every word in any case, newest first, marked", async () => {
    const response = await server.get("/api/v1/discord/server/found/search?q=kettle+four");
    expect(await response.json()).toEqual({
      messages: [
        {
          id: "s1",
          channel: "f1",
          author: "Ann",
          published: "2023-04-30T08:00:00",
          snippet: "The \ue000kettle\ue001 sings at \ue000four\ue001",
        },
      ],
      names: { 1: "Ann" },
      more: false,
    });
    expect(await idsOf("q=kettle")).toEqual(["s3", "s2", "s1"]);
    expect(await idsOf("q=kettle&channel=f1")).toEqual(["s3", "s1"]);
    expect(await idsOf("q=kettle&channel=many")).toEqual([]);
  });

  test("names the people whom a page of messages has ids of", async () => {
    const { sql } = server;
    const person = (id: string, name: string) => ({ ...author, id, global_name: name });
    const say = (id: string, content: string, part: object) =>
      buildMessage(sql, id, { server: "named", channel: "n1", content, ...part });
    await buildCreator(sql, { service: "discord", id: "named", name: "Named" });
    await buildChannel(sql, "n1", { server_id: "named" });
    await say("n1", "<@21> <@22> lantern", { author: person("20", "Ann"), mentions: [person("21", "Ben")] });
    await say("n2", "<@20> lantern", { author: person("22", ""), mentions: [] });
    await say("n3", "no such light", { author: person("23", "Cid") });
    await server.indexed();
    const { body } = await server.json("/api/v1/discord/server/named/search?q=lantern");
    expect((body as { names: object }).names).toEqual({ 20: "Ann", 21: "Ben", 22: "ann" });
  });

  test("phrases, exclusions, dates, other scripts, punctuation and typos", async () => {
    expect(await idsOf(`q=${encodeURIComponent('"kettle sings"')}`)).toEqual(["s1"]);
    expect(await idsOf("q=kettle+-today")).toEqual(["s3", "s1"]);
    expect(await idsOf("q=kettle+after:2023-05-01+before:2023-06")).toEqual(["s2"]);
    expect(await idsOf(`q=${encodeURIComponent("灯台")}`)).toEqual(["s2"]);
    expect(await idsOf(`q=${encodeURIComponent("a_k")}`)).toEqual(["s3"]);
    expect(await idsOf(`q=${encodeURIComponent("100% of")}`)).toEqual(["s3"]);
    expect(await idsOf("q=ketlle")).toEqual(["s3", "s2", "s1"]); // a typo
    expect(await idsOf("q=tag:kettle")).toEqual([]);
    expect(await idsOf("q=")).toEqual([]);
  });

  test("goes on page by page", async () => {
    const pages = await Promise.all([0, 50, 300].map((o) => search("s1", `q=message&channel=many&o=${o}`)));
    expect(pages.map(({ body }) => [body.messages.length, body.more])).toEqual([
      [50, true],
      [50, true],
      [5, false],
    ]);
    expect(new Set(pages.flatMap(({ body }) => body.messages.map(({ id }) => id))).size).toBe(105);
  });

  test.each([undefined, "consumer", "moderator", "administrator"] as const)(
    "a hidden server is not searched, an unknown one is not found: %s",
    async (role) => {
      const caller = role === undefined ? new Visitor(server) : await member(server, `search_${role}`, role);
      const get = (path: string) => caller.get(`/v1/discord/${path}`);
      for (const id of ["gone", "nothing"])
        expect((await get(`server/${id}/search?q=kettle`)).status).toBe(404);
      expect((await get("channel/unseen/day/2024-01-01")).status).toBe(404);
      const { status, text } = await get("server/found/search?q=kettle&channel=unseen");
      expect([status, JSON.parse(text)]).toEqual([200, { messages: [], names: {}, more: false }]);
    },
  );

  test("a server that was hidden meanwhile is gone, and back when it is shown", async () => {
    const { sql } = server;
    await sql`update creators set hidden = true where service = 'discord' and id = 'found'`;
    await expect.poll(async () => (await search("found", "q=kettle")).status).toBe(404);
    await sql`update creators set hidden = false where service = 'discord' and id = 'found'`;
    await expect.poll(async () => (await search("found", "q=kettle")).status).toBe(200);
  });
});

describe("the message of a day", () => {
  const of = async (channel: string, day: string) => {
    const { status, body } = await server.json(`/api/v1/discord/channel/${channel}/day/${day}`);
    return status === 200 ? body : status;
  };

  test("is its first one, else the next, else the last", async () => {
    expect(await of("c1", "2024-02-01")).toEqual({ id: "m2", seq: 2 });
    expect(await of("c1", "2024-01-31")).toEqual({ id: "m9", seq: 1 });
    expect(await of("c1", "2020-01-01")).toEqual({ id: "m9", seq: 1 });
    expect(await of("many", "2024-01-02")).toEqual({ id: "x000060", seq: 215 });
    expect(await of("many", "2030-01-01")).toMatchObject({ seq: 305 });
  });

  test("is not found in a hidden, unknown or empty channel; no day is a bad request", async () => {
    for (const channel of ["unseen", "nothing", "c0"]) expect(await of(channel, "2024-01-01")).toBe(404);
    for (const day of ["2024-02-30", "yesterday", "2024-1-1"]) expect(await of("c1", day)).toBe(400);
  });
});
