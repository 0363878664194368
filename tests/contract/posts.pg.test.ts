import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creatorPosts, latestPosts } from "#backend/features/posts/list-queries.ts";
import { sortedPosts } from "#backend/features/posts/sorted-queries.ts";
import { buildPost, fakePath } from "#tests/support/factories.ts";
import { archive, buildPostsArchive, image, ORDER, video } from "#tests/support/posts-archive.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await buildPostsArchive(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

describe("lists", () => {
  test("a creator's posts come newest first with exactly eight keys", async () => {
    const { body } = await server.json("/api/v1/patreon/user/1/posts");
    const posts = body as { id: string }[];
    expect(posts.map((post) => post.id)).toEqual(ORDER);
    expect(JSON.stringify(posts[0])).toBe(
      JSON.stringify({
        id: "full",
        user: "1",
        service: "patreon",
        title: "A post",
        substring: `<p>${"語".repeat(47)}`,
        published: "2024-02-03T08:00:00",
        file: image,
        attachments: [image, archive, video],
      }),
    );
    expect(posts[3]).toMatchObject({ published: null, file: {}, attachments: [] });
  });

  test("tags are included on request", async () => {
    for (const list of ["patreon/user/1/posts", "posts"]) {
      const { body } = await server.json(`/api/v1/${list}?with=tags`);
      const posts = (Array.isArray(body) ? body : (body as { posts: unknown[] }).posts) as { id: string }[];
      const full = posts.find(({ id }) => id === "full");
      expect(full, list).toHaveProperty("tags");
      const { body: page } = await server.json("/api/v1/patreon/user/1/post/full");
      expect((full as { tags?: unknown }).tags).toEqual((page as { post: { tags: unknown } }).post.tags);
    }
    expect((await server.json("/api/v1/posts?with=all")).status).toBe(400);
  });

  test("all posts are in order of arrival, hidden ones and those of hidden creators left out", async () => {
    const { body } = await server.json("/api/v1/posts");
    const { count, true_count, posts } = body as {
      count: number;
      true_count: number;
      posts: { id: string }[];
    };
    expect([count, true_count]).toEqual([105, 105]);
    expect(posts.slice(0, 4).map((post) => post.id)).toEqual(["full", "undated1", "undated2", "n001"]);
  });

  test.each([
    ["", 200, 50],
    ["?o=", 200, 50],
    ["?o=50&q=&tag=", 200, 50],
    ["?o=100", 200, 0],
  ])("page %s of exactly 100 posts", async (query, status, length) => {
    const { body, ...rest } = await server.json(`/api/v1/patreon/user/2/posts${query}`);
    expect(rest.status).toBe(status);
    expect(body).toHaveLength(length);
  });

  test.each([
    ["patreon/user/2/posts?o=150", "Offset 150 is bigger than total count 100."],
    ["posts?o=150", "Offset 150 is bigger than total count 105."],
    ["posts?o=999999999999950", "Offset 999999999999950 is bigger than total count 105."],
    ["posts?o=25", "Offset 25 is not a multiple of 50."],
    ["posts?o=-50", "Offset -50 is not a multiple of 50."],
    ["posts?o=ten", "Offset ten is not a multiple of 50."],
    ["posts?o=1e2", "Offset 1e2 is not a multiple of 50."],
    ["posts?o=50&o=7", "Offset 7 is not a multiple of 50."],
  ])("%s is a 400 with its exact message", async (path, error) => {
    const response = await server.get(`/api/v1/${path}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe(JSON.stringify({ error }));
  });

  test("each list is by another date where one asks for it", async () => {
    const undo = ["twin2", "undated1", "n003"];
    for (const [at, id] of undo.entries())
      await server.sql`update posts set edited = ${`2024-05-0${at + 1}T00:00:00Z`}::text::timestamptz where id = ${id}`;
    const ids = async (address: string) => {
      const { body } = await server.json(`/api/v1/${address}`);
      return ((Array.isArray(body) ? body : (body as { posts: unknown }).posts) as { id: string }[]).map(
        ({ id }) => id,
      );
    };
    const ofCreator = "patreon/user/1/posts";
    // The last edited first, then those never edited by their publication.
    expect(await ids(`${ofCreator}?sort_by=edited`)).toEqual([
      "undated1",
      "twin2",
      "full",
      "twin1",
      "undated2",
    ]);
    expect((await ids("posts?sort_by=edited")).slice(0, 5)).toEqual([
      "n003",
      "undated1",
      "twin2",
      "full",
      "twin1",
    ]);
    expect(await ids(`${ofCreator}?sort_by=published`)).toEqual(ORDER);
    expect(await ids(ofCreator)).toEqual(ORDER);
    // Of one moment: by publication. No date: last.
    expect(await ids(`${ofCreator}?sort_by=added`)).toEqual([
      "full",
      "undated1",
      "undated2",
      "twin1",
      "twin2",
    ]);
    expect(await ids("posts?sort_by=added")).toEqual(await ids("posts"));
    const byPublished = [
      ...(await ids("posts?sort_by=published")),
      ...(await ids("posts?sort_by=published&o=50")),
    ];
    expect(byPublished.slice(0, 4)).toEqual(["full", "twin1", "twin2", "n001"]);
    expect(byPublished.slice(3)).toEqual(
      Array.from({ length: 97 }, (_, n) => `n${String(n + 1).padStart(3, "0")}`),
    );
    expect(await ids("posts?sort_by=published&o=100")).toEqual([
      "n098",
      "n099",
      "n100",
      "undated1",
      "undated2",
    ]);
    await server.sql`update posts set edited = null where edited is not null`;
    await server.sql`vacuum posts`; // what was edited is still in the index, and counted below
  });

  test.each([
    ["q=ann&sort_by=edited", "Posts found by words are sorted by relevance."],
    ["tag=ink&sort_by=edited", "Posts with a tag cannot be sorted by edited."],
  ])("%s is refused with the reason", async (query, error) => {
    for (const list of ["posts", "patreon/user/1/posts"]) {
      const { status, body } = await server.json(`/api/v1/${list}?${query}`);
      expect([status, body]).toEqual([400, { error }]);
    }
    expect((await server.json("/api/v1/posts?sort_by=title")).status).toBe(400);
  });

  test("tags are counted in lower case", async () => {
    expect((await server.json("/api/v1/posts/tags")).body).toEqual([{ tag: "ink", post_count: 1 }]);
  });

  test("a random post has a main file and attachments", async () => {
    const files = [{ name: "a.png", path: fakePath("a", ".png") }];
    await buildPost(server.sql, { id: "file only", published: null, file: files[0] ?? {} });
    await buildPost(server.sql, { id: "attachments only", published: null, attachments: files });
    for (let asked = 0; asked < 20; asked += 1)
      expect((await server.json("/api/v1/posts/random")).body).toEqual({
        service: "patreon",
        artist_id: "1",
        post_id: "full",
      });
    await server.sql`delete from posts where id in ('file only', 'attachments only')`;
  });

  test("a page reads its own rows from an index and no others", async () => {
    const undone = new Error("undone");
    const read: number[] = [];
    const work = server.sql.begin(async (tx) => {
      await tx`insert into posts (service, id, "user", published, added)
        select 'patreon', 'many' || n, '2', now() - n * interval '1 hour', now() - n * interval '1 minute'
        from generate_series(1, 5000) n`;
      await tx`analyze posts, creators`;
      const rows = async (index: string) => {
        const [row] = await tx<
          [{ n: number }]
        >`select pg_stat_get_xact_tuples_returned(${index}::regclass) as n`;
        return row.n;
      };
      const lists: [string, () => Promise<unknown[]>][] = [
        ["posts_by_added", () => latestPosts(tx, 0)],
        ["posts_by_creator", () => creatorPosts(tx, { service: "patreon", user: "2" }, 0)],
        ["posts_by_published", () => sortedPosts(tx, { by: "published", offset: 0 })],
        ["posts_by_edited", () => sortedPosts(tx, { by: "edited", offset: 0 })],
      ];
      for (const [index, list] of lists) {
        const before = await rows(index);
        expect(await list()).toHaveLength(50);
        read.push((await rows(index)) - before);
      }
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(read).toEqual([50, 50, 50, 50]);
  });
});
