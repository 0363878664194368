/** Feeds of posts by the rules of their formats: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
import { DomUtils, parseDocument } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonFeed } from "#shared/contracts/feeds.ts";
import { member, Visitor } from "#tests/support/accounts.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { TEXTS } from "#tests/support/hostile-texts.ts";
import { buildPostsArchive, ORDER } from "#tests/support/posts-archive.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const SITE = "https://archive.example";
const CONTROLS = "\u0001\u0008\u000b\u001f\ufffe\uffff";
const LISTS = [
  "posts/feed",
  "patreon/user/1/feed",
  "patreon/user/1/links/posts/feed",
  "posts/feed?q=post",
  "posts/feed?tag=Ink",
  "dms/feed",
];

let server: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startServer({ SITE_ORIGIN: SITE, SITE_NAME: "A & <B>" });
  visitor = new Visitor(server);
  await buildPostsArchive(server.sql);
  const dms = [
    { hash: "dm-old", content: "Thank you all", added: "2024-02-01T00:00:00" },
    { hash: "dm-new", content: `<b>Thank</b> you ]]>&amp;${CONTROLS}`, added: "2024-02-02T00:00:00" },
    { hash: "dm-hidden", content: "Thank nobody", added: "2024-02-03T00:00:00", hidden: true },
  ];
  for (const dm of dms) await buildDm(server.sql, dm);
  await buildCreator(server.sql, { service: "fanbox", id: "evil/?#", name: `<Eve> & "co" ]]>${CONTROLS}` });
  for (const [at, text] of TEXTS.entries()) {
    const title = `${text}]]>&amp;</title>${CONTROLS}`;
    const content = `<p>${text.replaceAll("<", "&lt;")} ]]>&lt;b&gt; ${CONTROLS}</p>`;
    const own = {
      service: "fanbox",
      user: "evil/?#",
      id: `${at}`,
      title,
      content,
      tags: [text.slice(0, 400)],
    };
    await buildPost(server.sql, {
      ...own,
      published: `2022-01-01T00:00:${String(at % 60).padStart(2, "0")}`,
    });
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const within = (list: string, format: string) =>
  `/api/v1/${list}${list.includes("?") ? "&" : "?"}format=${format}`;
const jsonFeed = async (list: string) => (await server.json(within(list, "json"))).body as JsonFeed;

type Document = ReturnType<typeof parseDocument>;
type Parent = Document | Element;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Reads XML; what is not well formed is a failure. */
async function xml(list: string, format: "rss" | "atom"): Promise<{ root: Element; source: string }> {
  const response = await server.get(within(list, format));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(`application/${format}+xml; charset=utf-8`);
  const source = await response.text();
  expect(source).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n</);
  expect(source).toMatch(/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u);
  const document = parseDocument(source, { xmlMode: true });
  // The parser forgives much; what it forgave would be written differently.
  expect(DomUtils.getOuterHTML(document, { xmlMode: true })).toBe(source);
  const root = DomUtils.getElementsByTagName(format === "rss" ? "rss" : "feed", document)[0];
  if (root === undefined) throw new Error("no root");
  return { root, source };
}

const children = (parent: Parent, name: string) =>
  DomUtils.getElementsByTagName(name, parent.children, false);
function textIn(parent: Parent, name: string): string {
  const found = children(parent, name);
  expect(found.length, name).toBe(1);
  return DomUtils.textContent(found);
}
const linkOf = (parent: Parent, rel: string, name = "link") =>
  children(parent, name).find(({ attribs }) => attribs.rel === rel)?.attribs.href;

describe.each(LISTS)("%s", (list) => {
  test("is RSS 2.0", async () => {
    const { root } = await xml(list, "rss");
    expect(root.attribs.version).toBe("2.0");
    const channel = children(root, "channel")[0] as Element;
    expect(textIn(channel, "title")).toMatch(/ · A & <B>$/);
    expect(textIn(channel, "description")).not.toBe("");
    expect(textIn(channel, "link")).toMatch(`${SITE}/`);
    expect(linkOf(channel, "self", "atom:link")).toMatch(within(list.split("?")[0] as string, "rss"));
    const items = children(channel, "item");
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const guid = children(item, "guid")[0];
      expect(guid?.attribs.isPermaLink).toBe("true");
      expect(textIn(item, "guid")).toBe(textIn(item, "link"));
      expect(new URL(textIn(item, "link")).origin).toBe(SITE);
      expect(textIn(item, "title")).not.toBe("");
      const date = textIn(item, "pubDate");
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
      const html = parseDocument(textIn(item, "description"));
      expect(html.children.map((child) => "name" in child && child.name)).toEqual(["p"]);
      expect((html.children[0] as Element).children.every(({ type }) => type === "text")).toBe(true);
    }
  });

  test("is Atom", async () => {
    const { root } = await xml(list, "atom");
    expect(root.attribs.xmlns).toBe("http://www.w3.org/2005/Atom");
    for (const part of [root, ...children(root, "entry")]) {
      expect(new URL(textIn(part, "id")).origin).toBe(SITE);
      expect(textIn(part, "title")).not.toBe("");
      expect(textIn(part, "updated")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(linkOf(part, "alternate")).toMatch(`${SITE}/`);
    }
    expect(linkOf(root, "self")).toBe(textIn(root, "id"));
    const entries = children(root, "entry");
    for (const entry of entries) {
      expect(textIn(children(entry, "author")[0] as Element, "name")).not.toBe("");
      textIn(entry, "summary");
    }
    const ids = entries.map((entry) => textIn(entry, "id"));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is JSON Feed 1.1 with the same posts, and each format is confirmed by its tag", async () => {
    const response = await server.get(within(list, "json"));
    expect(response.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    const feed = (await response.json()) as JsonFeed;
    expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
    const { root } = await xml(list, "atom");
    const ids = children(root, "entry").map((entry) => textIn(entry, "id"));
    expect(feed.items.map(({ id }) => id)).toEqual(ids);
    // The address a feed names for itself and for its list are real ones.
    const self = await server.get(feed.feed_url.slice(SITE.length));
    expect(await self.json()).toEqual(feed);
    for (const format of ["json", "rss", "atom"]) {
      const first = await server.get(within(list, format));
      const etag = first.headers.get("etag") ?? "";
      expect(first.headers.get("cache-control")).toBe("public, no-cache");
      const again = await server.get(within(list, format), { headers: { "if-none-match": etag } });
      expect([format, again.status, await again.text()]).toEqual([format, 304, ""]);
    }
  });
});

test("at most fifty, those of all posts by arrival, a creator's by date, hidden ones left out", async () => {
  const all = await jsonFeed("posts/feed");
  const { body } = await server.json("/api/v1/posts");
  const listed = (body as { posts: { service: string; user: string; id: string }[] }).posts;
  const address = ({ service, user, id }: { service: string; user: string; id: string }) =>
    `${SITE}/${service}/user/${encodeURIComponent(user)}/post/${id}`;
  expect(all.items.map(({ url }) => url)).toEqual(listed.map(address));
  expect(all.items).toHaveLength(50);
  const feed = await jsonFeed("patreon/user/1/feed");
  expect(feed).toMatchObject({ title: "Ann (Patreon) · A & <B>", home_page_url: `${SITE}/patreon/user/1` });
  expect(feed.items.map(({ url }) => url.split("/").at(-1))).toEqual(ORDER);
  expect(feed.items[0]).toMatchObject({
    title: "A post",
    content_text: "語".repeat(60),
    date_published: "2024-02-03T08:00:00.000Z",
    date_modified: "2024-03-03T08:00:00.100Z",
    authors: [{ name: "Ann", url: `${SITE}/patreon/user/1` }],
    tags: ["Ink"],
  });
});

test("DMs: only public ones, what was added last first", async () => {
  const ids = async (list: string) => (await jsonFeed(list)).items.map(({ id }) => id.split("#")[1]);
  expect(await ids("dms/feed")).toEqual(["dm-new", "dm-old"]);
  expect((await server.get("/api/v1/dms/feed?q=thank")).status).toBe(503); // no engine
  const feed = await jsonFeed("dms/feed");
  expect(feed.items[1]).toMatchObject({
    url: `${SITE}/patreon/user/1/dms#dm-old`,
    title: "DM by Ann",
    content_text: "Thank you all",
    authors: [{ name: "Ann", url: `${SITE}/patreon/user/1` }],
  });
  const before = await server.get("/api/v1/dms/feed?format=rss");
  await server.sql`update dms set hidden = true where hash = 'dm-new'`;
  await allNotified(server);
  expect(await ids("dms/feed")).toEqual(["dm-old"]);
  const headers = { "if-none-match": before.headers.get("etag") ?? "" };
  expect((await server.get("/api/v1/dms/feed?format=rss", { headers })).status).toBe(200);
  await server.sql`update dms set hidden = false where hash = 'dm-new'`;
  await allNotified(server);
});

test("hostile texts arrive as they are, less what XML has no place for", async () => {
  const list = `fanbox/user/${encodeURIComponent("evil/?#")}/feed`;
  const { sql } = server;
  const titles = (
    await sql`select title from posts where service = 'fanbox' order by listed_at desc, id limit 50`
  ).map(({ title }) =>
    [...String(title)]
      .filter((one) => !CONTROLS.includes(one))
      .join("")
      .trim(),
  );
  const rss = children((await xml(list, "rss")).root, "channel")[0] as Element;
  expect(textIn(rss, "title")).toBe('<Eve> & "co" ]]> (Pixiv Fanbox) · A & <B>');
  expect(children(rss, "item").map((item) => textIn(item, "title"))).toEqual(titles);
  const { root } = await xml(list, "atom");
  expect(children(root, "entry").map((entry) => textIn(entry, "title"))).toEqual(titles);
  expect(DomUtils.getElementsByTagName("script", root)).toEqual([]);
});

test("a search is in the query language, newest first whatever order it names, and titled as it reads", async () => {
  const feed = await jsonFeed(
    `posts/feed?q=${encodeURIComponent("creator:Ann -nothing sort:oldest")}&tag=Ink`,
  );
  expect(feed.items.map(({ url }) => url)).toEqual([`${SITE}/patreon/user/1/post/full`]);
  expect(feed.title).toBe("creator:Ann -nothing sort:oldest tag:Ink · A & <B>");
  expect(feed.home_page_url).toBe(`${SITE}/posts?q=creator%3AAnn+-nothing+sort%3Aoldest&tag=Ink`);
  const newest = await jsonFeed("posts/feed?q=creator:Ann+sort:oldest");
  const added = newest.items.map(({ url }) => url.split("/").at(-1));
  expect(added[0]).toBe("full");
  const none = await xml("posts/feed?q=nothinglikeit", "atom");
  expect(textIn(none.root, "updated")).toBe("1970-01-01T00:00:00.000Z");
});

test("a search for any text is XML that names itself", async () => {
  for (const text of TEXTS.filter(({ length }) => length <= 1_000)) {
    const list = `posts/feed?q=${encodeURIComponent(text)}`;
    const [channel] = children((await xml(list, "rss")).root, "channel");
    expect(linkOf(channel as Element, "self", "atom:link")).toMatch(`${SITE}/api/v1/posts/feed?format=rss`);
  }
  expect((await server.get(`/api/v1/posts/feed?q=${"a".repeat(1_001)}`)).status).toBe(400);
});

test("a person's feed is of all linked profiles, the same post once, and of its own where nobody is linked", async () => {
  const { sql } = server;
  const file = { name: "a.png", path: `/aa/aa/${"a".repeat(64)}.png` };
  await buildCreator(sql, { service: "gumroad", id: "5", name: "Ann", relation_id: 9 });
  await buildCreator(sql, { service: "fantia", id: "6", name: "Ann too", relation_id: 9 });
  await buildPost(sql, { service: "gumroad", user: "5", id: "g1", published: "2024-02-01T00:00:00", file });
  await buildPost(sql, { service: "fantia", user: "6", id: "t1", published: "2024-02-02T00:00:00", file });
  await buildPost(sql, { service: "fantia", user: "6", id: "t2", published: "2024-01-02T00:00:00" });
  const feed = async () => {
    await allNotified(server);
    return await jsonFeed("gumroad/user/5/links/posts/feed");
  };
  const listed = async () => (await feed()).items.map(({ url }) => url.split("/").at(-1));
  expect(await feed()).toMatchObject({
    title: "Ann (all profiles) · A & <B>",
    home_page_url: `${SITE}/gumroad/user/5/links/posts`,
  });
  expect(await listed()).toEqual(["t1", "t2"]);
  await sql`update posts set hidden = true where id = 't2'`;
  expect(await listed()).toEqual(["t1"]);
  await sql`update creators set relation_id = null where relation_id = 9`;
  expect(await listed()).toEqual(["g1"]);
  await sql`delete from creators where service in ('gumroad', 'fantia')`;
});

test("other formats and creators are refused", async () => {
  expect((await server.json("/api/v1/posts/feed?format=rdf")).body).toEqual({
    error: "Expected format to be json, rss, atom or podcast.",
  });
  for (const id of ["gone", "none"])
    for (const list of ["feed", "links/posts/feed"])
      expect(await server.json(`/api/v1/patreon/user/${id}/${list}?format=rss`)).toEqual({
        status: 404,
        body: { error: "Creator not found." },
      });
});

test("hidden and taken down posts leave every feed at once, and a creator's own is a 451", async () => {
  const admin = await member(server, "Root", "administrator");
  const feeds = ["posts/feed", "patreon/user/1/feed", "posts/feed?tag=Ink"];
  const held = async () => {
    await allNotified(server);
    const found = await Promise.all(feeds.map((list) => jsonFeed(list)));
    return found.map(({ items }) => items.some(({ url }) => url.endsWith("/1/post/full")));
  };
  expect(await held()).toEqual([true, true, true]);
  const before = await server.get("/api/v1/posts/feed?format=rss");
  await admin.post("/v1/account/administrator/takedowns", {
    ...{ service: "patreon", user: "1", post: "full", reason: "A notice." },
  });
  expect(await held()).toEqual([false, false, false]);
  const headers = { "if-none-match": before.headers.get("etag") ?? "" };
  expect((await server.get("/api/v1/posts/feed?format=rss", { headers })).status).toBe(200);
  await admin.post("/v1/account/administrator/takedowns", {
    ...{ service: "patreon", user: "2", reason: "A notice." },
  });
  await allNotified(server);
  expect((await visitor.get("/v1/patreon/user/2/feed?format=atom")).status).toBe(451);
  expect((await jsonFeed("posts/feed")).items.some(({ url }) => url.includes("/user/2/"))).toBe(false);
});
