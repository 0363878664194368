/** The posts of linked creators as one list: what stands in it, what is folded, and its pages. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takeDown } from "#backend/takedowns/take-down.ts";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildPost, type PostFields } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let nobody: Visitor;
let mona: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  nobody = new Visitor(server);
  mona = await member(server, "Mona", "moderator");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.sql`truncate creators, takedowns cascade`;
  for (const [service, id] of [
    ["patreon", "1"],
    ["fanbox", "2"],
    ["fantia", "3"],
  ])
    await buildCreator(server.sql, { service, id, relation_id: 7 });
  await buildCreator(server.sql, { service: "gumroad", id: "4" });
});

const USERS: Record<string, string> = { patreon: "1", fanbox: "2", fantia: "3", gumroad: "4" };
/** A file whose SHA-256 consists of this digit. */
const file = (digit: string) => ({
  name: `${digit}.png`,
  path: `/${digit.repeat(2)}/${digit.repeat(2)}/${digit.repeat(64)}.png`,
});
const add = (
  service: string,
  id: string,
  day: number,
  fields: Partial<PostFields & { hidden: boolean }> = {},
) =>
  buildPost(server.sql, {
    ...{
      service,
      id,
      user: USERS[service] ?? "",
      published: `2024-02-${String(day).padStart(2, "0")}T08:00:00`,
    },
    ...fields,
  });

interface Page {
  posts: LinkedPost[];
  next: string | null;
}
const pageOf = async (address = "patreon/user/1", after = ""): Promise<Page> => {
  await allNotified(server);
  return await nobody.json<Page>(`/v1/${address}/links/posts?after=${encodeURIComponent(after)}`);
};
/** Ids, each with those folded into it. */
const listed = async (address?: string) =>
  (await pageOf(address)).posts.map(({ id, repeats }) => [id, ...repeats.map((one) => one.id)].join(" + "));

test("posts of linked creators are one list, newest first, the same for each of them", async () => {
  await add("patreon", "p1", 3);
  await add("fanbox", "f1", 5);
  await add("fantia", "t1", 4, { tags: ["sketch"] });
  await add("gumroad", "g1", 6);
  await add("patreon", "undated", 1, { published: null });
  for (const address of ["patreon/user/1", "fanbox/user/2", "fantia/user/3"])
    expect(await listed(address)).toEqual(["f1", "t1", "p1", "undated"]);
  const { posts } = await pageOf();
  expect(posts[1]).toMatchObject({ service: "fantia", user: "3", tags: ["sketch"], repeats: [] });
});

test("a file that one profile uses often folds nothing, until it is left once", async () => {
  for (const day of [1, 2, 3, 4, 5, 6]) await add("patreon", `p${day}`, day, { file: file("a") });
  await add("fanbox", "f7", 7, { file: file("a") });
  await add("fantia", "t8", 8, { file: file("a") });
  expect(await listed()).toEqual(["t8", "f7", "p6", "p5", "p4", "p3", "p2", "p1"]);
  await server.sql`delete from posts where id in ('p2', 'p3', 'p4', 'p5', 'p6')`;
  expect(await listed()).toEqual(["t8 + f7 + p1"]);
  await add("patreon", "p9", 9, { file: file("a") });
  expect(await listed()).toEqual(["p9", "t8", "f7", "p1"]);
});

test("a creator without links has none, an unknown or hidden one is a 404", async () => {
  await add("gumroad", "g1", 6);
  expect(await pageOf("gumroad/user/4")).toEqual({ posts: [], next: null });
  await server.sql`update creators set hidden = true where id = '4'`;
  for (const address of ["gumroad/user/4", "patreon/user/unknown"]) {
    await allNotified(server);
    const { status, text } = await nobody.get(`/v1/${address}/links/posts`);
    expect([status, text]).toEqual([404, refusal("Creator not found.")]);
  }
});

describe("the same post on two profiles", () => {
  test("is one card: the newer one, which names the older", async () => {
    await add("patreon", "older", 2, { file: file("a") });
    await add("fanbox", "newer", 5, { file: { ...file("a"), name: "other.png" } });
    await add("fanbox", "else", 4, { file: file("b") });
    const { posts } = await pageOf();
    expect(posts.map(({ id, repeats }) => ({ id, repeats }))).toEqual([
      { id: "newer", repeats: [{ service: "patreon", user: "1", id: "older" }] },
      { id: "else", repeats: [] },
    ]);
  });

  test("is known by the set of its attachments as well, in any order", async () => {
    await add("patreon", "older", 2, { attachments: [file("a"), file("b"), file("a")] });
    await add("fanbox", "newer", 5, { file: file("c"), attachments: [file("b"), file("a")] });
    await add("fantia", "fewer", 4, { attachments: [file("a")] });
    expect(await listed()).toEqual(["newer + older", "fewer"]);
  });

  test("is not one where a profile has the file in several posts, nor are posts without files", async () => {
    await add("patreon", "p1", 2, { file: file("a") });
    await add("fanbox", "f1", 3, { file: file("a") });
    expect(await listed()).toEqual(["f1 + p1"]);
    await add("fanbox", "f2", 4, { file: file("a") });
    await add("fantia", "empty", 1);
    await add("patreon", "empty too", 1);
    expect(await listed()).toEqual(["f2", "f1", "p1", "empty", "empty too"]);
    await server.sql`delete from posts where id = 'f2'`;
    expect(await listed()).toEqual(["f1 + p1", "empty", "empty too"]);
  });

  test("on three profiles, or in a chain of files and attachments, is one card that names all", async () => {
    await add("patreon", "p1", 9, { file: file("a") });
    await add("fanbox", "f1", 8, { file: file("a"), attachments: [file("b")] });
    await add("fantia", "t1", 7, { file: file("a") });
    await add("patreon", "p0", 6, { file: file("c"), attachments: [file("b")] });
    await add("fantia", "t0", 5, { file: file("c") });
    expect(await listed()).toEqual(["p1 + f1 + t1 + p0 + t0"]);
    await server.sql`update posts set hidden = true where id = 'f1'`;
    expect(await listed()).toEqual(["p1 + t1", "p0 + t0"]);
    await server.sql`update posts set hidden = false where id = 'f1'`;
    expect(await listed()).toEqual(["p1 + f1 + t1 + p0 + t0"]);
  });

  test("follows a change of its files and of its date", async () => {
    await add("patreon", "p1", 2, { file: file("a") });
    await add("fanbox", "f1", 3, { file: file("a") });
    await server.sql`update posts set published = '2024-02-04' where id = 'p1'`;
    expect(await listed()).toEqual(["p1 + f1"]);
    await server.sql`update posts set file = ${server.sql.json(file("b"))} where id = 'p1'`;
    expect(await listed()).toEqual(["p1", "f1"]);
  });
});

describe("hidden posts", () => {
  beforeEach(async () => {
    await add("patreon", "p1", 5, { file: file("a") });
    await add("fanbox", "f1", 4, { file: file("a") });
    await add("fantia", "t1", 3, { file: file("a") });
  });
  const rows = async () =>
    (await server.sql`select id from linked_posts order by id`).map(({ id }) => id as string);

  test("as a post is in no card and no badge, and comes back", async () => {
    const target = { service: "patreon", user: "1", post: "p1" };
    expect((await mona.post("/v1/account/moderator/hidden", { targets: [target] })).status).toBe(200);
    expect(await listed()).toEqual(["f1 + t1"]);
    await mona.post("/v1/account/moderator/hidden", {
      targets: [{ ...target, service: "fantia", user: "3", post: "t1" }],
    });
    expect(await listed()).toEqual(["f1"]);
    expect(await rows()).toEqual(["f1"]);
    await server.sql`update posts set hidden = false`;
    expect(await listed()).toEqual(["p1 + f1 + t1"]);
  });

  test("as a creator takes all its posts along", async () => {
    await server.sql`update creators set hidden = true where id = '1'`;
    expect(await listed("fanbox/user/2")).toEqual(["f1 + t1"]);
    await server.sql`update creators set hidden = false where id = '1'`;
    expect(await listed("fanbox/user/2")).toEqual(["p1 + f1 + t1"]);
  });

  test("never shows, even where a row of it was left", async () => {
    await server.sql`alter table posts disable trigger posts_linked`;
    await server.sql`update posts set hidden = true where id = 'p1'`;
    await server.sql`alter table posts enable trigger posts_linked`;
    expect(await rows()).toContain("p1");
    expect(await listed()).toEqual([]);
  });

  test("and a takedown of a post or a creator deletes its rows", async () => {
    await takeDown(server.sql, { service: "patreon", user: "1", post: "p1" });
    expect(await listed("fanbox/user/2")).toEqual(["f1 + t1"]);
    await takeDown(server.sql, { service: "fanbox", user: "2", post: null });
    expect(await listed("fantia/user/3")).toEqual(["t1"]);
    expect(await rows()).toEqual(["t1"]);
  });
});

test("linking and unlinking put posts in and take them out", async () => {
  await add("patreon", "p1", 5, { file: file("a") });
  await add("fanbox", "f1", 4, { file: file("a") });
  await add("gumroad", "g1", 6, { file: file("a") });
  await server.sql`update creators set relation_id = 7 where id = '4'`;
  expect(await listed()).toEqual(["g1 + p1 + f1"]);
  expect((await mona.send("DELETE", "/v1/gumroad/user/4/links")).status).toBe(204);
  expect(await listed()).toEqual(["p1 + f1"]);
  expect(await listed("gumroad/user/4")).toEqual([]);
  expect((await mona.send("DELETE", "/v1/patreon/user/1/links")).status).toBe(204);
  expect(await listed("fanbox/user/2")).toEqual(["f1"]);
  expect((await mona.send("DELETE", "/v1/fantia/user/3/links")).status).toBe(204);
  expect(await server.sql`select from linked_posts`).toHaveLength(0);
});

test("folding does not depend on whether posts or links came first, nor on how many at once", async () => {
  const digits = ["a", "b", "c", "d", "e", undefined];
  // Posts of three creators with every pair of a main file and an attachment of these, some of them twice.
  for (const service of ["patreon", "fanbox", "fantia"])
    for (const [at, digit] of digits.entries())
      await add(service, `${service}${at}`, ((at * 5 + service.length * 3) % 28) + 1, {
        file: digit === undefined ? {} : file(digits[(at * 2) % 6] ?? "f"),
        attachments: digit === undefined ? [] : [file(digits[(at + service.length) % 6] ?? "f")],
      });
  const flags = () => server.sql`
    select service, id, repeats_file, repeats_attachments from linked_posts order by service, id`;
  const one = await flags();
  expect(one).toHaveLength(18);
  expect(one.filter((row) => row.repeats_file || row.repeats_attachments).length).toBeGreaterThan(3);
  await server.sql`update creators set relation_id = null where relation_id = 7`;
  expect(await flags()).toHaveLength(0);
  await server.sql`update creators set relation_id = 7 where id <> '4'`;
  expect(await flags()).toEqual(one);
  await server.sql`update creators set relation_id = null where id <> '4'`;
  for (const id of ["2", "3", "1"]) await server.sql`update creators set relation_id = 7 where id = ${id}`;
  expect(await flags()).toEqual(one);
  await server.sql`update posts set hidden = true`;
  await server.sql`update posts set hidden = false`;
  expect(await flags()).toEqual(one);
});

test("two groups that become one are one list", async () => {
  await server.sql`update creators set relation_id = 3 where id in ('3', '4')`;
  await add("patreon", "p1", 5, { file: file("a") });
  await add("fantia", "t1", 6, { file: file("a") });
  expect(await listed()).toEqual(["p1"]);
  await server.sql`update creators set relation_id = 3 where relation_id = 7`;
  expect(await listed()).toEqual(["t1 + p1"]);
});

describe("pages", () => {
  /** 130 cards: 100 posts on both profiles, 30 on one; many of one moment. */
  beforeEach(async () => {
    for (const [service, from] of [
      ["patreon", 1],
      ["fanbox", 31],
    ] as const)
      await server.sql`
        insert into posts (service, id, "user", published, file)
        select ${service}, n, ${USERS[service] ?? ""}, timestamptz '2024-01-01' + n / 20 * interval '1 hour',
          jsonb_build_object('name', 'x', 'path', '/00/00/' || lpad(n::text, 64, '0') || '.png')
        from generate_series(${from}::integer, 130) n`;
  });
  const allPages = async (betweenPages: (page: Page) => Promise<unknown> = async () => {}) => {
    const pages: Page[] = [];
    for (let after: string | null = ""; after !== null; after = pages.at(-1)?.next ?? null) {
      pages.push(await pageOf("patreon/user/1", after));
      await betweenPages(pages.at(-1)!);
    }
    return pages;
  };

  test("of 50 hold every card once", async () => {
    const pages = await allPages();
    expect(pages.map(({ posts }) => posts.length)).toEqual([50, 50, 30]);
    const cards = pages.flatMap(({ posts }) => posts);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(130);
    expect(cards.filter(({ repeats }) => repeats.length === 1)).toHaveLength(100);
    const dates = cards.map(({ published }) => published ?? "");
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  test("neither repeat nor skip a card where newer posts come meanwhile", async () => {
    let added = 0;
    const pages = await allPages(async () => {
      added += 1;
      await add("fantia", `new${added}`, added);
    });
    expect(pages.flatMap(({ posts }) => posts)).toHaveLength(130);
  });

  test("go on past posts without a date, and a page that is not one is refused", async () => {
    await server.sql`update posts set published = null where id::integer <= 80`;
    const cards = (await allPages()).flatMap(({ posts }) => posts);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(130);
    for (const after of ["x", "NaN/patreon/1", "99999999999999/patreon/1", "1/patreon/"]) {
      const { status, text } = await nobody.get(
        `/v1/patreon/user/1/links/posts?after=${encodeURIComponent(after)}`,
      );
      expect([status, text]).toEqual([400, refusal("Expected the `next` of a page.")]);
    }
  });
});
