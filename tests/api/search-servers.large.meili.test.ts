import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { openServers } from "#backend/search/client.ts";
import { Servers } from "#backend/search/engine.ts";
import { openServer } from "#indexer/meili.ts";
import { labeledQueries } from "#tests/bench/quality/queries.ts";
import { ACCENTED, MIXED } from "#tests/bench/quality/texts.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";
import { NATURAL_TEXTS } from "#tests/support/natural.ts";
import { sized } from "#tests/support/scale.ts";
import { type SearchServers, startSearchServers } from "#tests/support/search-servers.ts";
import type { TestServer } from "#tests/support/server.ts";

const POSTS = sized(240, 3_000);
const CREATORS = 24;
/** Of the labeled queries every so many is asked. */
const EVERY = sized(9, 1);
const PATIENCE = { timeout: 60_000 };
const SOURCES = [...NATURAL_TEXTS, ...ACCENTED, ...MIXED];
/** Two texts in each post, so that many posts have a word and few have two. */
const TEXTS = Array.from({ length: POSTS }, (_, at) => {
  const [one, other] = [
    SOURCES[at % SOURCES.length],
    SOURCES[(at * 7 + Math.floor(at / 60)) % SOURCES.length],
  ];
  if (one === undefined || other === undefined) throw new Error("there are texts");
  const tags = [...new Set([...one.tags, at % 2 === 0 ? "even" : "odd"])];
  return {
    id: `p${at}`,
    user: String(at % CREATORS),
    title: one.title,
    content: `${one.content} ${other.title} ${other.content}`,
    tags,
    published: new Date(1_500_000_000_000 + at * 7_000_000_000).toISOString(),
  };
});

let servers: SearchServers;
let one: IndexedServer;
let two: IndexedServer;
beforeAll(async () => {
  servers = await startSearchServers(2);
  one = await startIndexedServer();
  two = await startIndexedServer({}, { url: servers.urls.join(","), key: servers.key, prefix: "s_" });
  for (const server of [one, two]) {
    await fill(server.sql);
    await server.indexed();
  }
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await servers.start(0);
  await servers.start(1);
  await two[Symbol.asyncDispose]();
  await servers[Symbol.asyncDispose]();
});

async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into creators (service, id, name, indexed, updated)
    select 'patreon', i::text, 'Creator ' || i, '2020-01-01', '2020-01-01' from generate_series(0, ${CREATORS - 1}) i`;
  await sql`
    insert into posts (service, id, "user", title, content, tags, published, added)
    select 'patreon', id, "user", title, content, tags, published, published
    from jsonb_to_recordset(${sql.json(TEXTS)}) as t (id text, "user" text, title text, content text, tags text[], published timestamptz)`;
  await sql`
    insert into dms (hash, service, "user", content, published, added)
    select 'd' || i, 'patreon', (i % ${CREATORS})::text, 'Lantern number ' || i || ' by the harbor', '2020-01-01', timestamp '2020-01-01' + i * interval '1 hour'
    from generate_series(1, 40) i`;
}

interface Answer {
  count: number;
  true_count: number;
  exact?: number;
  basic?: true;
  partial?: true;
  posts: { id: string }[];
}

const answerOf = async <T = Answer>(server: TestServer, path: string): Promise<T> => {
  const { status, body } = await server.json(`/api/v1/${path}`);
  expect(status).toBe(200);
  return body as T;
};

/** The engine's answer: on a busy machine the database may have answered before it. */
const ask = <T = Answer>(server: TestServer, path: string): Promise<T> =>
  vi.waitFor(async () => {
    const answer = await answerOf<T>(server, path);
    expect(JSON.stringify(answer)).not.toContain('"basic":true');
    return answer;
  }, PATIENCE);

/** All pages of a list. */
async function allOf(server: TestServer, query: string) {
  const first = await ask(server, `posts?${query}`);
  const ids = first.posts.map(({ id }) => id);
  for (let offset = 50; offset < first.count; offset += 50)
    ids.push(...(await ask(server, `posts?${query}&o=${offset}`)).posts.map(({ id }) => id));
  const { posts: _, ...head } = first;
  return { head, ids };
}

const q = (text: string) => `q=${encodeURIComponent(text)}`;

test("the setting takes addresses with commas between, each once", () => {
  const config = readConfig({ MEILI_URL: "http://a:7700/, https://b" });
  expect(config.MEILI_URL).toBe("http://a:7700,https://b");
  const bad = (url: string) => () => readConfig({ MEILI_URL: url });
  expect(bad("http://a:7700,b:7700")).toThrow('MEILI_URL: "b:7700" is not an http(s) address.');
  expect(bad("http://a:7700,http://a:7700/")).toThrow("MEILI_URL: an address is named twice.");
});

describe("two servers answer as one does", () => {
  test.each([
    ["a word", q("lantern")],
    ["a typo", q("habrour")],
    ["words", q("winter sale")],
    ["a phrase", q('"low tide"')],
    ["an exclusion", q("harbour -winter")],
    ["characters", q("草")],
    ["a word in Japanese, with similar ones", q("原稿の上に")],
    ["a wrong letter of hangul", q("고앙이")],
    ["a tag", "tag=even"],
    ["a tag and a word", `tag=odd&${q("color")}`],
    ["conditions", q("creator:patreon/3 after:2020")],
    ["many words", q("lantern by the harbour at low tide in the winter sale of watercolor")],
    ["no kind of file", q("has:image -tag:x")],
    ["an order", q("sort:oldest")],
    ["a tag and an order", q("tag:odd sort:newest")],
    ["a word and an order", q("color sort:oldest")],
    ["a value that all have alike", q("sort:favorites")],
    ["what finds nothing", q("zzzzqqq")],
  ])("%s: the same posts in the same order on all pages, and the same counts", async (_, query) => {
    const [expected, found] = [await allOf(one, query), await allOf(two, query)];
    expect(found).toEqual(expected);
    expect(new Set(found.ids).size).toBe(found.head.count);
  });

  test("the labeled queries find the same", async () => {
    const docs = TEXTS.map(({ id, user, ...text }) => ({ ...text, key: id, creator: `Creator ${user}` }));
    const queries = labeledQueries(docs, []).flatMap((group) => (group.of === "posts" ? group.queries : []));
    const asked = queries.filter((_, at) => at % EVERY === 0);
    expect(asked.length).toBeGreaterThan(10);
    for (const { q: text } of asked) {
      const [expected, found] = [await ask(one, `posts?${q(text)}`), await ask(two, `posts?${q(text)}`)];
      expect([text, found.count, found.exact]).toEqual([text, expected.count, expected.exact]);
      expect([text, found.posts.map(({ id }) => id)]).toEqual([text, expected.posts.map(({ id }) => id)]);
    }
  });

  test.each([q("harbour"), q("船"), "tag=even", q("creator:patreon/3 color")])(
    "%s: equal facets",
    async (query) => {
      expect(await ask<object>(two, `search/facets?${query}`)).toEqual(
        await ask<object>(one, `search/facets?${query}`),
      );
    },
  );

  test("a creator's posts, their matches, DMs, the box and advice", async () => {
    const same = async <T>(path: string, read: (answer: T) => unknown) =>
      expect(read(await ask<T>(two, path))).toEqual(read(await ask<T>(one, path)));
    await same<{ id: string }[]>(`patreon/user/5/posts?${q("harbour")}`, (posts) =>
      posts.map(({ id }) => id),
    );
    await same<Answer>(`search/posts?${q("color -winter")}`, ({ posts }) => posts.length);
    await same<{ props: { count: number; dms: unknown[] } }>(`dms?${q("lantern")}`, ({ props }) => [
      props.count,
      props.dms.length,
    ]);
    await same<Record<string, unknown[]>>(`search?${q("harbour")}`, ({ posts, creators, dms, tags }) =>
      [posts, creators, dms, tags].map((hits) => hits?.length),
    );
    await same<Record<string, unknown[]>>(`search?${q("harbour")}`, ({ posts }) => posts);
    await same<Record<string, unknown[]>>(`search?${q("even")}`, ({ tags }) => tags);
    await same<object>(`search/help?${q("harbour zzzzqqq")}`, (answer) => answer);
  });
});

test("pages far down of servers with more and less of an index", async () => {
  const { urls, key } = servers;
  const numbers = Array.from({ length: 4_000 }, (_, at) => (at * 1_237) % 4_000);
  const isFirst = (at: number) => (at < 1_500 ? at % 2 === 0 : at % 40 === 0);
  for (const [of, url] of urls.entries()) {
    const server = openServer({ url, key, prefix: "far_" });
    await server.configure("posts");
    const lines = numbers
      .filter((at) => isFirst(at) === (of === 0))
      .map((at) =>
        JSON.stringify({
          key: `n${at}`,
          title: at % 3 === 0 ? "lantern by the sea" : "lantern",
          published: at,
        }),
      );
    await server.wait(await server.push("far_posts", lines));
  }
  const engine = new Servers(
    openServers({ url: urls.join(","), key }),
    false,
    AbortSignal.timeout(60_000),
    () => {},
  );
  const page = (query: object, offset: number) =>
    engine.page<{ key: string }>(
      { indexUid: "far_posts", attributesToRetrieve: ["key"], ...query },
      offset,
      50,
    );
  const newest = numbers.toSorted((a, b) => b - a);
  const expected = {
    all: { query: { q: "" }, order: newest },
    oldest: { query: { q: "lantern", sort: ["published:asc"] }, order: newest.toReversed() },
    words: {
      query: { q: "lantern sea" },
      order: [...newest.filter((at) => at % 3 === 0), ...newest.filter((at) => at % 3 !== 0)],
    },
  };
  for (const [name, { query, order }] of Object.entries(expected))
    for (const offset of [0, 950, 1_000, 1_050, 1_450, 2_500, 3_400, 3_950, 4_000, 9_000]) {
      const { hits, total } = await page(query, offset);
      const keys = order.slice(offset, offset + 50).map((at) => `n${at}`);
      expect([name, offset, total, hits.map(({ key }) => key)]).toEqual([name, offset, 4_000, keys]);
    }
});

describe("with one of two away", () => {
  test.each([0, 1])(
    "what the other has is found, and the answer says that it is partial; later it is whole (%i)",
    async (at) => {
      const whole = await ask(two, "posts?tag=even");
      expect(whole.partial).toBeUndefined();
      await servers.stop(at);
      for (let again = 0; again < 4; again += 1) {
        const rest = await ask(two, "posts?tag=even");
        expect(rest).toMatchObject({ partial: true });
        expect(rest.count).toBeGreaterThan(0);
        expect(rest.count).toBeLessThan(whole.count);
      }
      expect(await ask(two, `search?${q("harbour")}`)).toMatchObject({ partial: true });
      expect(await ask(two, `dms?${q("lantern")}`)).toMatchObject({ props: { partial: true } });
      await servers.start(at);
      await expect.poll(() => ask(two, "posts?tag=even"), PATIENCE).toEqual(whole);
    },
  );

  test("one that hangs is left out until it answers again", async () => {
    const whole = await ask(two, "posts?tag=even");
    servers.pause(0);
    try {
      await expect.poll(() => ask(two, "posts?tag=even"), PATIENCE).toMatchObject({ partial: true });
    } finally {
      servers.resume(0);
    }
    await expect.poll(() => ask(two, "posts?tag=even"), PATIENCE).toEqual(whole);
  });

  test("with both away the database answers", async () => {
    await servers.stop(0);
    await servers.stop(1);
    expect(await answerOf(two, "posts?tag=even")).toMatchObject({ basic: true });
    await servers.start(0);
    await servers.start(1);
    await expect.poll(() => ask(two, "posts?tag=even"), PATIENCE).not.toHaveProperty("partial");
  });
});
