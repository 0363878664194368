import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creatorPosts, latestPosts } from "#backend/features/posts/list-queries.ts";
import { buildComment, buildCreator, buildPost, buildRevision, fakePath } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const image = { name: "絵.PNG", path: fakePath("a", ".png") };
const archive = { name: "set.rar", path: fakePath("b", ".bin") };
const video = { name: "clip.mp4", path: fakePath("c", ".mp4") };
const poll = {
  title: "Next?",
  description: null,
  choices: [{ text: "Cats", votes: 3 }],
  created_at: "2024-01-01T00:00:00",
  closes_at: null,
  allow_multiple: true,
};

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "2", name: "Bea" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildPost(sql, {
    id: "full",
    published: "2024-02-03T08:00:00",
    added: "2024-03-03T08:00:00.100000",
    content: `<p>${"語".repeat(60)}</p>`,
    embed: { url: "https://example.org/", subject: "S" },
    file: image,
    attachments: [image, archive, video],
    poll,
    tags: ["Ink"],
    incomplete_rewards: { complete: 1, incomplete: 2 },
  });
  await buildRevision(sql, 11, { id: "full", title: "First" });
  await buildRevision(sql, 12, { id: "full", title: "Second" });
  // Two of one moment, two without a date, one hidden: neighbours and lists agree on their order.
  for (const id of ["twin1", "twin2"])
    await buildPost(sql, { id, published: "2024-02-02T08:00:00", added: null });
  for (const id of ["undated1", "undated2"]) await buildPost(sql, { id, published: null });
  await buildPost(sql, { id: "hidden", published: "2024-02-02T09:00:00", hidden: true });
  await buildPost(sql, { id: "unseen", user: "gone", published: "2025-01-01T00:00:00" });
  await buildComment(sql, { post: "full" });
  await buildComment(sql, { post: "full", id: "c2", parent_id: "c1", published: "2024-02-02T07:00:00" });
  await sql`update comments set commenter_name = null where id = 'c2'`;
  await sql`insert into comment_revisions (id, service, post, comment, content, added)
    values (5, 'patreon', 'full', 'c1', 'Before', '2024-02-03 08:00:00.1+00')`;
  await sql`insert into posts (service, id, "user", published)
    select 'patreon', 'n' || lpad(n::text, 3, '0'), '2', timestamptz '2023-01-01 00:00:00+00' - n * interval '1 hour'
    from generate_series(1, 100) n`;
});
afterAll(() => server[Symbol.asyncDispose]());

const ORDER = ["full", "twin1", "twin2", "undated1", "undated2"];

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

  test("tags are counted in lower case", async () => {
    expect((await server.json("/api/v1/posts/tags")).body).toEqual([{ tag: "ink", post_count: 1 }]);
  });

  test("a random post has files", async () => {
    expect((await server.json("/api/v1/posts/random")).body).toEqual({
      service: "patreon",
      artist_id: "1",
      post_id: "full",
    });
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
        ["posts_by_added", () => latestPosts(tx, { offset: 0, limit: 50 })],
        ["posts_by_creator", () => creatorPosts(tx, { offset: 0, limit: 50, service: "patreon", user: "2" })],
      ];
      for (const [index, list] of lists) {
        const before = await rows(index);
        expect(await list()).toHaveLength(50);
        read.push((await rows(index)) - before);
      }
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(read).toEqual([50, 50]);
  });
});

describe("a post page", () => {
  test("has the post, its files by kind, and its versions newest first", async () => {
    const { status, body } = await server.json("/api/v1/patreon/user/1/post/full");
    expect(status).toBe(200);
    const page = body as { post: object; props: { revisions: [number, object][] } };
    const at = server.url;
    expect(page).toMatchObject({
      post: {
        id: "full",
        poll,
        tags: ["Ink"],
        incomplete_rewards: { complete: 1, incomplete: 2 },
        next: "twin1",
        prev: null,
      },
      attachments: [
        {
          server: at,
          name: "set.rar",
          extension: ".bin",
          name_extension: ".rar",
          stem: "b".repeat(64),
          path: archive.path,
        },
        {
          server: at,
          name: "clip.mp4",
          extension: ".mp4",
          name_extension: ".mp4",
          stem: "c".repeat(64),
          path: video.path,
        },
      ],
      previews: [
        { type: "thumbnail", server: at, ...image },
        { type: "thumbnail", server: at, ...image },
        { type: "embed", url: "https://example.org/", subject: "S", description: "" },
      ],
      videos: [
        {
          index: 2,
          path: video.path,
          name: "clip.mp4",
          extension: ".mp4",
          name_extension: ".mp4",
          server: at,
        },
      ],
      props: { flagged: null },
    });
    expect(Object.keys(page.post).join(" ")).toBe(
      "id user service title content embed shared_file added published edited file attachments poll captions tags incomplete_rewards next prev",
    );
    expect(
      page.props.revisions.map(([index, post]) => [
        index,
        "revision_id" in post ? post.revision_id : "current",
      ]),
    ).toEqual([
      [2, "current"],
      [1, 12],
      [0, 11],
    ]);
  });

  test("neighbours follow the list, also among posts of one moment and without a date", async () => {
    for (const [at, id] of ORDER.entries()) {
      const { body } = await server.json(`/api/v1/patreon/user/1/post/${id}`);
      const { next, prev } = (body as { post: { next: string | null; prev: string | null } }).post;
      expect([id, prev, next]).toEqual([id, ORDER[at - 1] ?? null, ORDER[at + 1] ?? null]);
    }
  });

  test("a post without versions is its only version", async () => {
    const { body } = await server.json("/api/v1/patreon/user/1/post/twin1");
    expect((body as { props: { revisions: unknown[] } }).props.revisions).toHaveLength(1);
  });

  test("a former version is shown like a post, with its number", async () => {
    const { body } = await server.json("/api/v1/patreon/user/1/post/full/revision/11");
    expect(body).toMatchObject({
      post: { revision_id: 11, title: "First" },
      props: {
        revisions: [
          [2, {}],
          [1, {}],
          [0, {}],
        ],
      },
    });
    expect(Object.keys((body as { post: object }).post)[0]).toBe("revision_id");
    const { body: list } = await server.json("/api/v1/patreon/user/1/post/full/revisions");
    expect((list as { revision_id: number }[]).map((revision) => revision.revision_id)).toEqual([12, 11]);
  });

  test("comments come oldest first, with former versions only where there are any", async () => {
    const { body } = await server.json("/api/v1/patreon/user/1/post/full/comments");
    expect(body).toEqual([
      {
        id: "c2",
        parent_id: "c1",
        commenter: "77",
        commenter_name: null,
        content: "A comment",
        published: "2024-02-02T07:00:00",
      },
      {
        id: "c1",
        parent_id: null,
        commenter: "77",
        commenter_name: "Bea",
        content: "A comment",
        published: "2024-02-02T08:00:00",
        revisions: [{ id: 5, content: "Before", added: "2024-02-03T08:00:00.100000" }],
      },
    ]);
  });

  test("a post is found by service and id alone", async () => {
    expect((await server.json("/api/v1/patreon/post/full")).body).toEqual({
      service: "patreon",
      artist_id: "1",
      post_id: "full",
    });
  });

  test.each([
    "patreon/user/1/post/none",
    "patreon/user/2/post/full",
    "fanbox/user/1/post/full",
    "patreon/user/1/post/hidden",
    "patreon/user/gone/post/unseen",
    "patreon/user/1/post/full/revision/99",
    "patreon/user/1/post/full/revision/x",
    "patreon/user/1/post/twin1/revisions",
    "patreon/user/1/post/twin1/comments",
    "patreon/user/2/post/full/comments",
    "patreon/post/hidden",
    "patreon/post/unseen",
    "nowhere/post/full",
  ])("%s is a plain 404", async (path) => {
    const response = await server.get(`/api/v1/${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('{"error":"Not Found"}');
  });
});
