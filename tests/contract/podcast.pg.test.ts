/** Podcasts: what podcast apps need, read by two of their parsers, and who may read them and their files. */

import { parseRssFeed } from "feedsmith";
import { DomUtils, parseDocument } from "htmlparser2";
import partytime from "podcast-partytime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY, member } from "#tests/support/accounts.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost, fakePath } from "#tests/support/factories.ts";
import { addGroup, memberOf, tokenOf } from "#tests/support/groups.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const SITE = "https://archive.example";
const FEED = "/api/v1/patreon/user/1/feed?format=podcast";

interface Stored {
  name: string;
  path: string;
  size: number;
}

async function store(server: TestServer, name: string): Promise<Stored> {
  const ext = name.slice(name.lastIndexOf("."));
  const bytes = Buffer.from(`bytes of ${name}`);
  const path = filePath(await storeFile(server, bytes, ext), ext);
  return { name, path, size: bytes.length };
}

/** Creator 1 with a story in two parts, an adult video and posts without media; creator 2 with an audio post. */
async function build(server: TestServer) {
  const { sql } = server;
  const files = {
    one: await store(server, "Part one & two.mp3"),
    two: await store(server, "two.m4a"),
    film: await store(server, "film.mp4"),
    other: await store(server, "other.flac"),
    cover: await store(server, "cover.png"),
  };
  await buildCreator(sql, { name: "Ann & <B>", icon: files.cover.path });
  await buildCreator(sql, { id: "2", name: "Bea" });
  const ref = ({ name, path }: Stored) => ({ name, path });
  await buildPost(sql, {
    id: "story",
    title: "A <story> & more",
    content: `<p>Words <a href="/patreon/user/2">of</a> <b>Bea</b> <img src="${files.cover.path}"><script>x</script></p>`,
    published: "2024-02-03T08:00:00",
    file: ref(files.one),
    attachments: [ref(files.cover), ref(files.one), ref(files.two)],
    tags: ["Tale", "é&"],
  });
  await buildPost(sql, { id: "film", published: "2024-02-04T08:00:00", attachments: [ref(files.film)] });
  await sql`update posts set own_rating = 2 where id = 'film'`;
  await buildPost(sql, { id: "again", published: "2024-02-01T08:00:00", attachments: [ref(files.two)] });
  await buildPost(sql, { id: "image", attachments: [ref(files.cover)] });
  await buildPost(sql, { id: "lost", attachments: [{ name: "lost.mp3", path: fakePath("e", ".mp3") }] });
  await buildPost(sql, { id: "gone", hidden: true, attachments: [ref(files.other)] });
  await buildPost(sql, {
    ...{ id: "second", user: "2", added: null, published: null, attachments: [ref(files.other)] },
  });
  await allNotified(server);
  return files;
}

/** Reads XML; what is not well formed is a failure. */
function wellFormed(source: string) {
  const document = parseDocument(source, { xmlMode: true });
  expect(DomUtils.getOuterHTML(document, { xmlMode: true })).toBe(source);
  return document;
}

describe("in an open archive", () => {
  let server: TestServer;
  let files: Awaited<ReturnType<typeof build>>;
  beforeAll(async () => {
    server = await startServer({ SITE_ORIGIN: SITE, SITE_NAME: "A & <B>" });
    files = await build(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function read(path: string) {
    const response = await server.get(path);
    const source = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/rss+xml; charset=utf-8",
    ]);
    return { source, document: wellFormed(source), feed: parseRssFeed(source) };
  }

  test("each audio and video file is an item with what apps need", async () => {
    const { feed } = await read(FEED);
    expect(feed).toMatchObject({
      title: "Ann & <B> (Patreon) · A & <B>",
      link: `${SITE}/patreon/user/1`,
      itunes: { author: "Ann & <B>", image: `${SITE}/icons/patreon/1`, explicit: true },
      podcast: { guid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/) },
    });
    const items = feed.items ?? [];
    const guid = (post: string, { path }: Stored) => `patreon/1/${post}/${path.slice(7, 71)}`;
    expect(items.map(({ guid }) => guid?.value)).toEqual([
      guid("film", files.film),
      guid("story", files.one),
      guid("story", files.two),
    ]);
    expect(items.map(({ itunes }) => itunes?.explicit)).toEqual([true, false, false]);
    expect(items.map(({ title }) => title)).toEqual([
      "A post",
      "A <story> & more · Part one & two.mp3",
      "A <story> & more · two.m4a",
    ]);
    expect(items.map(({ enclosures }) => enclosures?.[0])).toEqual([
      { url: `${SITE}/data${files.film.path}?f=film.mp4`, length: files.film.size, type: "video/mp4" },
      {
        url: `${SITE}/data${files.one.path}?f=Part+one+%26+two.mp3`,
        length: files.one.size,
        type: "audio/mpeg",
      },
      { url: `${SITE}/data${files.two.path}?f=two.m4a`, length: files.two.size, type: "audio/mp4" },
    ]);
    expect(items[1]).toMatchObject({
      link: `${SITE}/patreon/user/1/post/story`,
      guid: { isPermaLink: false },
      pubDate: "Sat, 03 Feb 2024 08:00:00 GMT",
      categories: [{ name: "Tale" }, { name: "é&" }],
      itunes: { author: "Ann & <B>", image: `${SITE}/thumbnail/data${files.cover.path}?w=1200` },
      content: {
        encoded: `<p>Words <a href="${SITE}/patreon/user/2">of</a> <b>Bea</b> <img alt="" src="${SITE}/data${files.cover.path}" /></p>`,
      },
    });
  });

  test("a video or audio file that was read has its duration, and a video without an image its poster", async () => {
    const { sql } = server;
    for (const [{ path }, details] of [
      [files.film, { duration: 61.6, poster: true }],
      [files.one, { duration: 3600.2 }],
    ] as const)
      await sql`
        insert into media_details (hash, details, program)
        values (${path.slice(7, 71)}, ${JSON.stringify(details)}::text::json, 'ffmpeg')`;
    await allNotified(server);
    const { feed } = await read(FEED);
    expect(feed.items?.map(({ itunes }) => [itunes?.duration, itunes?.image])).toEqual([
      [62, `${SITE}/thumbnail/data${files.film.path}?w=1200`],
      [3600, `${SITE}/thumbnail/data${files.cover.path}?w=1200`],
      [undefined, `${SITE}/thumbnail/data${files.cover.path}?w=1200`],
    ]);
    await sql`delete from media_details`;
    await allNotified(server);
  });

  test("every enclosure has the length and type of what its address sends", async () => {
    const { feed } = await read(FEED);
    for (const { enclosures } of feed.items ?? []) {
      const { url = "", length, type } = enclosures?.[0] ?? {};
      const response = await server.get(url.slice(SITE.length), { headers: { range: "bytes=0-1" } });
      expect([response.status, response.headers.get("content-type")]).toEqual([206, type]);
      expect(response.headers.get("content-range")).toBe(`bytes 0-1/${length}`);
    }
  });

  test("the parser of the Podcast Index reads it", async () => {
    const { source, feed } = await read(FEED);
    const parsed = partytime.parseFeed(source);
    if (parsed === null) throw new Error("not parsed");
    expect(parsed).toMatchObject({
      title: "Ann & <B> (Patreon) · A & <B>",
      explicit: true,
      itunesImage: `${SITE}/icons/patreon/1`,
      guid: feed.podcast?.guid,
    });
    expect(parsed.items.map(({ guid, enclosure }) => [guid, enclosure])).toEqual(
      (feed.items ?? []).map(({ guid, enclosures }) => [
        guid?.value,
        expect.objectContaining(enclosures?.[0]),
      ]),
    );
  });

  test("all addresses in it are absolute", async () => {
    const { document } = await read(FEED);
    const nodes = DomUtils.getElementsByTagName("*", document);
    const named = nodes.flatMap(({ attribs }) => [attribs["href"], attribs["url"]]);
    const linked = nodes.filter(({ name }) => ["link", "url"].includes(name));
    const html = DomUtils.getElementsByTagName("content:encoded", document).map((node) =>
      parseDocument(DomUtils.textContent(node)),
    );
    const inText = DomUtils.getElementsByTagName("*", html).flatMap(({ attribs }) => [
      attribs["href"],
      attribs["src"],
    ]);
    const all = [...named, ...linked.map((node) => DomUtils.textContent(node)), ...inText];
    const addresses = all.filter((address) => address !== undefined);
    expect(addresses.length).toBeGreaterThan(12);
    for (const address of addresses) expect(new URL(address).origin).toBe(SITE);
  });

  test("a post without a date and a creator without an icon are in it all the same", async () => {
    const { feed } = await read("/api/v1/patreon/user/2/feed?format=podcast");
    expect(feed.itunes?.image).toBe(`${SITE}/icon-512.png`);
    expect(feed.items?.map(({ pubDate }) => pubDate)).toEqual(["Thu, 01 Jan 1970 00:00:00 GMT"]);
  });

  test("of all posts and of a search, without what has no media or is hidden", async () => {
    const ids = async (query: string) => {
      const { feed } = await read(`/api/v1/posts/feed?format=podcast${query}`);
      return (feed.items ?? []).map(({ link }) => link?.split("/").at(-1));
    };
    expect((await ids("")).toSorted()).toEqual(["again", "film", "second", "story"]);
    expect(await ids("&q=creator:Bea")).toEqual(["second"]);
    expect(await ids("&tag=Tale")).toEqual(["story", "story"]);
    expect(await ids("&q=has:poll")).toEqual([]);
  });

  test("a taken down post leaves it at once, and a taken down file too", async () => {
    const admin = await member(server, "Root", "administrator");
    const names = async () => {
      await allNotified(server);
      const { feed } = await read(FEED);
      return (feed.items ?? []).map(({ guid }) => guid?.value?.split("/")[2]);
    };
    const hash = files.one.path.slice(7, 71);
    await admin.post("/v1/account/administrator/takedowns", { file: hash, reason: "A notice." });
    expect(await names()).toEqual(["film", "story"]);
    await admin.post("/v1/account/administrator/takedowns", {
      ...{ service: "patreon", user: "1", post: "film", reason: "A notice." },
    });
    expect(await names()).toEqual(["story"]);
  });

  test("DMs have no podcast", async () => {
    expect((await server.get("/api/v1/dms/feed?format=podcast")).status).toBe(400);
  });
});

describe("in an archive for members", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ ...BEHIND_PROXY, SITE_ORIGIN: SITE, ACCESS: "members" });
    await build(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const FAVORITES = "/api/v1/account/favorites/new/feed?format=podcast";
  async function read(path: string, headers: Record<string, string> = {}) {
    const response = await server.get(path, { headers });
    return { response, source: await response.text() };
  }
  const challenge = ({ headers }: Response) => headers.get("www-authenticate")?.split(" ")[0] ?? null;
  /** Token as the password, as podcast apps send it. */
  async function login(account: number) {
    const { authorization = "" } = await tokenOf(server, account);
    return { authorization: `Basic ${btoa(`any:${authorization.slice("Bearer ".length)}`)}` };
  }

  test("a podcast and all files it names open with the same login, and ask for it", async () => {
    const ann = await member(server, "ann");
    const headers = await login(ann.id);
    const visitor = await read(FEED);
    expect([visitor.response.status, challenge(visitor.response)]).toEqual([401, "Basic"]);
    const { response, source } = await read(FEED, headers);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const feed = parseRssFeed(source);
    const urls = (feed.items ?? []).map(({ enclosures }) => enclosures?.[0]?.url ?? "");
    expect(urls).toHaveLength(3);
    for (const url of urls) {
      const path = url.slice(SITE.length);
      const refused = await server.get(path);
      expect([refused.status, challenge(refused)]).toEqual([401, "Basic"]);
      expect((await server.get(path, { headers })).status).toBe(200);
    }
    // Browsers would open a dialog where the app shows a file.
    const plain = await server.get(new URL(urls[0] ?? "").pathname);
    expect([plain.status, challenge(plain)]).toEqual([401, null]);
  });

  test("a group gets neither the items that it does not see, nor their files", async () => {
    const group = await addGroup(server, "Children");
    await server.sql`update groups set rating = 0 where id = ${group}`;
    const kid = await memberOf(server, group, "kid");
    const headers = await login(kid.id);
    const all = parseRssFeed((await read(FEED, await login((await member(server, "bob")).id))).source);
    const seen = parseRssFeed((await read(FEED, headers)).source);
    const posts = (feed: typeof all) => (feed.items ?? []).map(({ link }) => link?.split("/").at(-1));
    expect([posts(all), posts(seen)]).toEqual([
      ["film", "story", "story"],
      ["story", "story"],
    ]);
    expect(seen.itunes?.explicit).toBe(false);
    const film = all.items?.[0]?.enclosures?.[0]?.url ?? "";
    expect((await server.get(film.slice(SITE.length), { headers })).status).toBe(404);
    await server.sql`insert into group_exclusions (group_id, service, creator) values (${group}, 'patreon', '1')`;
    await allNotified(server);
    expect((await read(FEED, headers)).response.status).toBe(404);
  });

  test("one's favorites, of the last 90 days", async () => {
    const cat = await member(server, "cat");
    const headers = await login(cat.id);
    await cat.post("/v1/favorites/creator/patreon/2");
    await server.sql`update posts set added = now() where id = 'second'`;
    await buildPost(server.sql, { id: "words", user: "2", added: new Date().toISOString().slice(0, 19) });
    const { source } = await read(FAVORITES, headers);
    expect((parseRssFeed(source).items ?? []).map(({ link }) => link)).toEqual([
      `${SITE}/patreon/user/2/post/second`,
    ]);
    const visitor = await read(FAVORITES);
    expect([visitor.response.status, challenge(visitor.response)]).toEqual([401, "Basic"]);
  });
});
