/** Catalogs for readers of comics and books: every link is followed as a reader would, and who may follow it. */
import { DomUtils, parseDocument } from "htmlparser2";
import OPDSParser, { AcquisitionFeed, NavigationFeed, OPDSFeed } from "opds-feed-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manifest, OpdsFeed, OpdsLink } from "#shared/contracts/opds.ts";
import { filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY, member } from "#tests/support/accounts.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost, fakePath } from "#tests/support/factories.ts";
import { addGroup, memberOf, tokenOf } from "#tests/support/groups.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const SITE = "https://archive.example";
const ROOTS = { "1": "/api/v1/opds", "2": "/api/v1/opds?version=2" };
const PSE = "http://vaemendis.net/opds-pse/stream";

async function image(server: TestServer, name: string, color: string) {
  const bytes = await sharp({ create: { width: 400, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();
  return { name, path: filePath(await storeFile(server, bytes, ".png"), ".png") };
}

async function book(server: TestServer, name: string, ext: string) {
  return { name, path: filePath(await storeFile(server, Buffer.from(`bytes of ${name}`), ext), ext) };
}

async function build(server: TestServer) {
  const { sql } = server;
  await buildCreator(sql, { id: "2", name: "Bea" });
  await buildCreator(sql, { id: "none", name: "Nothing" });
  const [one, two] = [await image(server, "1.png", "red"), await image(server, "2.png", "blue")];
  await buildCreator(sql, { name: "Ann & <B>", updated: "2024-05-02T00:00:00", icon: one.path });
  const cbz = await book(server, "A comic & more.cbz", ".bin");
  const books = [
    cbz,
    await book(server, "set.zip", ".bin"),
    await book(server, "novel.epub", ".epub"),
    await book(server, "zine.pdf", ".pdf"),
  ];
  await buildPost(sql, {
    id: "comic",
    title: "A <comic> & more",
    content: "<p>Words &amp; <b>more</b></p>",
    published: "2024-02-03T08:00:00",
    added: "2024-03-05T00:00:00",
    file: one,
    attachments: [one, two, ...books, { name: "gone.png", path: fakePath("e", ".png") }],
    tags: ["Ink", "é&"],
  });
  await buildPost(sql, { id: "words", added: "2024-03-06T00:00:00" });
  await buildPost(sql, { id: "song", attachments: [await book(server, "song.mp3", ".mp3")] });
  await buildPost(sql, { id: "hidden", hidden: true, file: two });
  await buildPost(sql, { id: "adults", user: "2", title: "", file: two, added: "2024-03-04T00:00:00" });
  await sql`update posts set own_rating = 2 where id = 'adults'`;
  for (let n = 0; n < 55; n += 1)
    await buildPost(sql, {
      id: `many${n}`,
      user: "2",
      title: `Many ${n}`,
      file: one,
      added: "2024-01-01T00:00:00",
    });
  await allNotified(server);
  return { one, two, cbz };
}

interface Followed {
  href: string;
  /** Type that the catalog says. */
  type: string;
}

/** Links of a catalog or manifest, with templates filled in. */
function linksIn(source: string, contentType: string): Followed[] {
  if (contentType.includes("xml")) {
    const document = parseDocument(source, { xmlMode: true });
    expect(DomUtils.getOuterHTML(document, { xmlMode: true })).toBe(source);
    const links = DomUtils.getElementsByTagName((name) => ["link", "Url"].includes(name), document);
    return links.map(({ attribs: { href, template, type = "", "pse:count": count } }) => ({
      href: (href ?? template ?? "")
        .replace("{pageNumber}", String(Number(count) - 1))
        .replace("{maxWidth}", "500")
        .replace("{searchTerms}", "comic"),
      type,
    }));
  }
  const found: OpdsLink[] = [];
  JSON.parse(source, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "href" in value) found.push(value as OpdsLink);
    return value;
  });
  return found.map(({ href, type }) => ({ href: href.replace("{&q}", "&q=comic"), type }));
}

/** Reads everything that can be reached, as a client that was given one address. @returns content by address */
async function crawl(server: TestServer, start: string, headers: Record<string, string> = {}) {
  const seen = new Map<string, { status: number; type: string; text: string }>();
  const queue: Followed[] = [{ href: SITE + start, type: "" }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { href, type } = next;
    if (seen.has(href) || type === "text/html") continue;
    expect(new URL(href).origin).toBe(SITE);
    const response = await server.get(href.slice(SITE.length), { headers });
    const sent = response.headers.get("content-type") ?? "";
    const text = await response.text();
    seen.set(href, { status: response.status, type: sent, text });
    if (!response.ok) continue;
    const essence = (value: string) => value.split(";")[0];
    if (type !== "") expect([href, essence(sent)]).toEqual([href, essence(type)]);
    if (/xml|json/.test(sent)) queue.push(...linksIn(text, sent));
  }
  return seen;
}

const login = async (server: TestServer, account: number) => {
  const { authorization = "" } = await tokenOf(server, account);
  return { authorization: `Basic ${btoa(`any:${authorization.slice("Bearer ".length)}`)}` };
};

describe("in an open archive", () => {
  let server: TestServer;
  let files: Awaited<ReturnType<typeof build>>;
  beforeAll(async () => {
    server = await startServer({ ...BEHIND_PROXY, SITE_ORIGIN: SITE, SITE_NAME: "A & <B>" });
    files = await build(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const xml = async (path: string) => await (await server.get(path)).text();
  const parsed = async (path: string) => {
    const feed = await new OPDSParser().parse(await xml(path));
    if (feed instanceof OPDSFeed) return feed;
    throw new Error("not a feed");
  };
  const json = async (path: string) => (await server.json(path)).body as OpdsFeed;

  test.each(["1", "2"] as const)("every link of OPDS %s leads to what it says", async (version) => {
    const ann = await member(server, "ann");
    await ann.post("/v1/favorites/creator/patreon/1");
    const found = await crawl(server, ROOTS[version], await login(server, ann.id));
    expect([...found].filter(([, { status }]) => status !== 200).map(([href]) => href)).toEqual([]);
    const all = [...found.keys()].map((href) => href.slice(SITE.length));
    const inVersion = (path: string) => `/api/v1/${path}${path.includes("?") ? "&" : "?"}version=${version}`;
    expect(all).toEqual(
      expect.arrayContaining([
        `/api/v1/patreon/user/1/opds?version=${version}`,
        `/api/v1/opds/posts?version=${version}&o=50`,
        `/api/v1/opds/posts?version=${version}&q=comic`,
        inVersion("account/favorites/opds"),
        `/data${files.cbz.path}?f=A+comic+%26+more.cbz`,
        `/thumbnail/data${files.one.path}?w=800`,
        "/api/v1/patreon/user/1/post/comic/manifest",
      ]),
    );
    expect(all.some((path) => path.includes("hidden"))).toBe(false);
    if (version === "1") expect(all).toContain("/api/v1/patreon/user/1/post/comic/page/1?width=500");
    else expect(all).toContain(`/data${files.two.path}`);
  });

  test("a reader's parser reads OPDS 1.2: navigation, pages of publications, files to get", async () => {
    const root = await parsed("/api/v1/opds");
    expect(root).toBeInstanceOf(NavigationFeed);
    expect(root.entries.map(({ title }) => title)).toEqual(["New posts", "Creators", "Favorites"]);
    const creators = await parsed("/api/v1/opds/creators");
    expect(creators.entries.map(({ title }) => title)).toEqual(["Ann & <B> (Patreon)", "Bea (Patreon)"]);
    const newest = await parsed("/api/v1/opds/posts");
    expect(newest).toBeInstanceOf(AcquisitionFeed);
    expect(newest.entries).toHaveLength(50);
    expect(newest.entries.slice(0, 2).map(({ title }) => title)).toEqual(["A <comic> & more", "Post adults"]);
    const [comic] = newest.entries;
    expect(comic).toMatchObject({
      id: `${SITE}/patreon/user/1/post/comic`,
      authors: [{ name: "Ann & <B>" }],
      summary: { content: "Words & more" },
      published: "2024-02-03T08:00:00.000Z",
    });
    expect(comic?.categories.map(({ term }) => term)).toEqual(["Ink", "é&"]);
    const acquired = comic?.links.filter(({ rel }) => rel === "http://opds-spec.org/acquisition/open-access");
    expect(acquired?.map(({ type }) => type)).toEqual([
      "application/divina+json",
      "application/vnd.comicbook+zip",
      "application/zip",
      "application/epub+zip",
      "application/pdf",
    ]);
    const second = await parsed("/api/v1/opds/posts?o=50");
    expect(second.entries).toHaveLength(7);
    expect(second.links.map(({ rel }) => rel)).toEqual(expect.arrayContaining(["self", "previous", "first"]));
  });

  test("images are streamed page by page", async () => {
    const document = parseDocument(await xml("/api/v1/patreon/user/1/opds"), { xmlMode: true });
    const [stream] = DomUtils.getElementsByTagName("link", document).filter(
      ({ attribs }) => attribs["rel"] === PSE,
    );
    expect(stream?.attribs["pse:count"]).toBe("2");
    const page = async (number: string, width: string) => {
      const href =
        stream?.attribs["href"]?.replace("{pageNumber}", number).replace("{maxWidth}", width) ?? "";
      const response = await server.get(href.slice(SITE.length));
      const bytes = Buffer.from(await response.arrayBuffer());
      const { format, width: wide } = response.ok ? await sharp(bytes).metadata() : {};
      return [response.status, response.headers.get("content-type")?.split(";")[0], format, wide];
    };
    expect(await page("0", "300")).toEqual([200, "image/webp", "webp", 360]);
    expect(await page("1", "5000")).toEqual([200, "image/png", "png", 400]);
    expect(await page("1", "")).toEqual([200, "image/png", "png", 400]);
    expect((await page("2", "300"))[0]).toBe(404);
    for (const path of ["1/post/hidden", "2/post/comic", "1/post/unknown"])
      expect((await server.get(`/api/v1/patreon/user/${path}/page/0`)).status).toBe(404);
  });

  test("OPDS 2 has the same publications, and an empty catalog has no list", async () => {
    // Without the engine, numbers end with the next page.
    const { metadata, publications = [], links } = await json("/api/v1/opds/posts?version=2");
    expect(metadata).toEqual({ title: "New posts", numberOfItems: 51, itemsPerPage: 50, currentPage: 1 });
    expect(publications[0]).toMatchObject({
      metadata: { title: "A <comic> & more", numberOfPages: 2, subject: ["Ink", "é&"] },
    });
    expect(links.find(({ rel }) => rel === "search")).toMatchObject({ templated: true });
    const old = await parsed("/api/v1/opds/posts");
    expect(publications.map(({ metadata: { identifier } }) => identifier)).toEqual(
      old.entries.map(({ id }) => id),
    );
    const none = await json("/api/v1/opds/posts?version=2&q=nothinglikeit");
    expect([none.publications, none.groups, none.metadata.numberOfItems]).toEqual([undefined, [], 0]);
  });

  test("a manifest lists the images in order, as they are stored", async () => {
    await server.sql`insert into picture_sizes select hash, 400, 600 from files where ext = '.png' on conflict do nothing`;
    await allNotified(server);
    const manifest = (await server.json("/api/v1/patreon/user/1/post/comic/manifest")).body as Manifest;
    const page = ({ path }: { path: string }) => ({
      href: `${SITE}/data${path}`,
      type: "image/png",
      width: 400,
      height: 600,
    });
    expect(manifest.readingOrder).toEqual([page(files.one), page(files.two)]);
    for (const post of ["words", "hidden", "unknown"])
      expect((await server.get(`/api/v1/patreon/user/1/post/${post}/manifest`)).status).toBe(404);
  });

  test("unknown versions, creators and pages past the end are refused", async () => {
    expect((await server.json("/api/v1/opds?version=3")).body).toEqual({
      error: "Expected version to be 1 or 2.",
    });
    expect((await server.get("/api/v1/patreon/user/unknown/opds")).status).toBe(404);
    expect((await server.get("/api/v1/opds/posts?o=100")).status).toBe(400);
  });

  test("catalogs, manifests and pages lack what is taken down at once", async () => {
    const admin = await member(server, "Root", "administrator");
    await admin.post("/v1/account/administrator/takedowns", {
      ...{ service: "patreon", user: "1", post: "comic", reason: "A notice." },
    });
    await allNotified(server);
    expect((await parsed("/api/v1/patreon/user/1/opds")).entries).toEqual([]);
    for (const path of ["manifest", "page/0"])
      expect((await server.get(`/api/v1/patreon/user/1/post/comic/${path}`)).status).toBe(451);
  });
});

describe("in an archive for members", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ ...BEHIND_PROXY, SITE_ORIGIN: SITE, ACCESS: "members" });
    await build(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(["1", "2"] as const)(
    "every address of OPDS %s asks for the login that opens it",
    async (version) => {
      const ann = await member(server, "ann");
      const found = await crawl(server, ROOTS[version], await login(server, ann.id));
      expect(found.size).toBeGreaterThan(20);
      for (const [href, { status }] of found) {
        expect([href, status]).toEqual([href, 200]);
        const refused = await server.get(href.slice(SITE.length));
        expect([href, refused.status, refused.headers.get("www-authenticate")?.split(" ")[0]]).toEqual([
          ...[href, 401, "Basic"],
        ]);
      }
    },
  );

  test("a group gets nothing that it does not see, at no address of it", async () => {
    const group = await addGroup(server, "Children");
    await server.sql`update groups set rating = 0 where id = ${group}`;
    const kid = await memberOf(server, group, "kid");
    const ids = async (headers: Record<string, string>) => {
      const found = await crawl(server, ROOTS["2"], headers);
      return [...found.values()].some(({ text }) => text.includes("Post adults"));
    };
    const headers = await login(server, kid.id);
    expect(await ids(await login(server, (await member(server, "bob")).id))).toBe(true);
    expect(await ids(headers)).toBe(false);
    for (const path of ["manifest", "page/0"])
      expect((await server.get(`/api/v1/patreon/user/2/post/adults/${path}`, { headers })).status).toBe(404);
  });

  test("favorites are those of the account that asks", async () => {
    const [cat, dan] = [await member(server, "cat"), await member(server, "dan")];
    await cat.post("/v1/favorites/creator/patreon/2");
    const read = async (account: number) => {
      const headers = await login(server, account);
      return (await server.json("/api/v1/account/favorites/opds?version=2", { headers })).body as OpdsFeed;
    };
    expect((await read(cat.id)).navigation?.map(({ title }) => title)).toEqual(["Bea (Patreon)"]);
    expect((await read(dan.id)).navigation).toBeUndefined();
  });
});
