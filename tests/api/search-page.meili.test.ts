/** Tests the parts of a results page besides the list: matches, counts of values, and the hits with one condition fewer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Facets, SearchedPost } from "#shared/contracts/search.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";

const file = (name: string, ext: string) => ({
  name,
  path: `/aa/bb/aabb${name.length.toString(16).padStart(60, "0")}${ext}`,
});
const film = file("film.mp4", ".mp4");
const picture = file("picture.png", ".png");
const paper = file("paper.pdf", ".pdf");
const SERVICES = ["patreon", "fanbox"];
/** Posts of one tag: 48 pages. */
const MANY = 2_400;

let server: IndexedServer;
beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { name: "Ann Lee" });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "Bea" });
  const far = "Nothing of it here. ".repeat(60);
  await buildPost(sql, {
    id: "text",
    title: "Harbor",
    content: `<p>${far} A lighthouse &lt;b&gt; at sea.</p>`,
  });
  await buildPost(sql, { id: "tag", title: "Storm", content: "<p>Rain</p>", tags: ["lighthouse", "sea"] });
  await buildPost(sql, {
    id: "cjk",
    title: "海辺の春風",
    content: `<p>${"あ".repeat(300)}春風</p>`,
    tags: ["春風"],
  });
  // Of every combination a different number.
  let number = 0;
  for (const [at, service] of SERVICES.entries())
    for (const year of [2022, 2023, 2024])
      for (const one of [film, picture])
        for (let times = 0; times <= number % 5; times += 1)
          await buildPost(sql, {
            service,
            user: String(at + 1),
            id: `f${number++}`,
            title: "Filmed",
            published: `${year}-0${1 + (times % 9)}-01T00:00:00`,
            file: one,
            tags: times % 2 === 0 ? ["even"] : ["odd", "uneven"],
          });
  await buildPost(sql, { id: "paper", title: "Printed", file: paper });
  await sql`insert into posts (service, "user", id, title, tags)
    select 'patreon', '1', 'many' || n, 'Numbered', array['Many'] from generate_series(1, ${MANY}::int) n`;
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

const searched = (text: string) => text.replaceAll(MARK_START, "[").replaceAll(MARK_END, "]");
const hits = async (query: string) =>
  ((await server.json(`/api/v1/search/posts?${query}`)).body as { posts: SearchedPost[] }).posts;
const facets = async (q: string) =>
  (await server.json(`/api/v1/search/facets?q=${encodeURIComponent(q)}`)).body as Facets;
const total = async (q: string, tags = "") =>
  ((await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}${tags}`)).body as { true_count: number })
    .true_count;

test.each(["lighthouse", "lighhouse"])("%s is marked where it is, in the middle of a text too", async (q) => {
  const found = await hits(`q=${q}`);
  const listed = (await server.json(`/api/v1/posts?q=${q}`)).body as { posts: { id: string }[] };
  expect(found.map(({ id }) => id)).toEqual(listed.posts.map(({ id }) => id));
  const text = found.find(({ id }) => id === "text");
  expect(searched(text?.snippet ?? "")).toMatch(/^…?[^[]{10,}\[lighthouse\] <b> at sea/);
  expect(text).toMatchObject({
    service: "patreon",
    user: "1",
    creator: "Ann Lee",
    title: "Harbor",
    tags: [],
  });
  expect(found.find(({ id }) => id === "tag")?.tags.map(searched)).toEqual(["[lighthouse]"]);
});

test("in scripts without spaces too, around what was found by pairs of characters", async () => {
  const [found] = await hits(`q=${encodeURIComponent("春風")}`);
  expect(searched(found?.title ?? "")).toBe("海辺の[春風]");
  expect(searched(found?.snippet ?? "")).toMatch(/^….*\[春風\]$/);
  expect(found?.tags.map(searched)).toEqual(["[春風]"]);
});

test("the creator is marked, and nothing else", async () => {
  const [found] = await hits("q=bea");
  expect([found?.creator, found?.title].map((text) => searched(text ?? ""))).toEqual(["[Bea]", "Filmed"]);
});

test("a page of a tag, past the first too", async () => {
  expect((await hits("tag=sea")).map(({ id }) => id)).toEqual(["tag"]);
  expect(await hits("tag=sea&o=50")).toEqual([]);
});

const CHOSEN = "has:video after:2024 before:2025 service:patreon";

test("documents are a kind of file", async () => {
  const { posts } = (await server.json("/api/v1/posts?q=has:document")).body as { posts: { id: string }[] };
  expect(posts.map(({ id }) => id)).toEqual(["paper"]);
  expect((await facets("has:document")).has).toEqual([{ value: "document", count: 1 }]);
  expect(await total("Printed -has:document")).toBe(0);
});

test("a tag with 2,400 posts says so, and its last page is full and the last", async () => {
  for (const wanted of ["tag=Many", `q=${encodeURIComponent("tag:many")}`, "q=numbered"]) {
    const page = async (o: number) => (await server.json(`/api/v1/posts?${wanted}&o=${o}`)).body;
    const ids = new Set<string>();
    for (let o = 0; o < MANY; o += PAGE_SIZE) {
      const { count, true_count, posts } = (await page(o)) as {
        count: number;
        true_count: number;
        posts: { id: string }[];
      };
      expect({ wanted, o, count, true_count, size: posts.length }).toEqual({
        ...{ wanted, o, count: MANY, true_count: MANY, size: PAGE_SIZE },
      });
      for (const { id } of posts) ids.add(id);
    }
    expect(ids.size).toBe(MANY);
    expect(await page(MANY)).toMatchObject({ count: MANY, posts: [] });
    expect(await page(MANY + PAGE_SIZE)).toEqual({
      error: `Offset ${MANY + PAGE_SIZE} is bigger than total count ${MANY}.`,
    });
  }
});

test("counts of values are those of the database", async () => {
  const { sql } = server;
  const expected = async (column: string, where: string) =>
    await sql.unsafe<{ value: string; count: number }[]>(`
      select ${column} as value, count(*)::int as count from posts p join creators c on (c.service, c.id) = (p.service, p."user")
      where ${where} group by 1 order by 2 desc, 1`);
  const year = "extract(year from p.published)::text";
  const isFilm = "p.file ->> 'name' like '%.mp4'";
  const shown = await facets(CHOSEN);
  expect(shown.has).toEqual([{ value: "video", count: await total(CHOSEN) }]);
  expect(shown.creator).toEqual(
    await expected("c.name", `${isFilm} and ${year} = '2024' and p.service = 'patreon'`),
  );
  expect(shown.service).toEqual(await expected("p.service", `${isFilm} and ${year} = '2024'`));
  expect(shown.year).toEqual(
    (await expected(year, `${isFilm} and p.service = 'patreon'`)).sort(
      (a, b) => Number(b.value) - Number(a.value),
    ),
  );
  expect(shown.tag).toEqual(
    await expected("unnest(p.tags)", `${isFilm} and ${year} = '2024' and p.service = 'patreon'`),
  );
  expect(shown.ext).toEqual([{ value: "mp4", count: shown.has[0]?.count }]);
});

test("each count is that of the list with the condition", async () => {
  for (const q of ["filmed", "春風", "lighthouse"]) {
    const shown = await facets(q);
    for (const { value, count } of shown.service) expect(await total(`${q} service:${value}`)).toBe(count);
    for (const { value, count } of shown.tag) expect(await total(`${q} tag:${value}`)).toBe(count);
    for (const { value, count } of shown.year)
      expect(await total(`${q} after:${value} before:${Number(value) + 1}`)).toBe(count);
  }
});

test("counts with one condition fewer", async () => {
  const { body } = await server.json(
    `/api/v1/search/help?q=${encodeURIComponent('filmed service:fanbox tag:nowhere "no such phrase"')}&tag=even`,
  );
  expect(body).toEqual({ without: [] });
  const one = (
    await server.json(`/api/v1/search/help?q=${encodeURIComponent("filmed service:fantia")}&tag=even`)
  ).body as { without: { text: string; q: string; tag: string[]; count: number }[] };
  expect(one.without).toEqual([
    { text: "service:fantia", q: "filmed", tag: ["even"], count: await total("filmed", "&tag=even") },
  ]);
  expect(one.without[0]?.count).toBeGreaterThan(0);
});
