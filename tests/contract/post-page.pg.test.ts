import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPost, buildRevision, fakePath } from "#tests/support/factories.ts";
import { archive, buildPostsArchive, image, ORDER, poll, video } from "#tests/support/posts-archive.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const FULL_KEYS =
  "id user service title content embed shared_file added published edited file attachments poll captions tags".split(
    " ",
  );

beforeAll(async () => {
  server = await startServer();
  await buildPostsArchive(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

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
          index: 1,
          path: video.path,
          name: "clip.mp4",
          extension: ".mp4",
          name_extension: ".mp4",
          server: at,
        },
      ],
      props: { flagged: null },
    });
    expect(Object.keys(page.post)).toEqual([...FULL_KEYS, "incomplete_rewards", "next", "prev"]);
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

  test("neighbors follow the list, also among posts of one moment and without a date", async () => {
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

  test("an older revision is shown like a post, with its number", async () => {
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

  test("revisions in lists have eighteen keys; the page of one also says what its tier withholds", async () => {
    const listed = ["revision_id", ...FULL_KEYS, "next", "prev"];
    const { body: list } = await server.json("/api/v1/patreon/user/1/post/full/revisions");
    for (const revision of list as object[]) expect(Object.keys(revision)).toEqual(listed);
    const { body } = await server.json("/api/v1/patreon/user/1/post/full/revision/11");
    const { post, props } = body as { post: object; props: { revisions: [number, object][] } };
    expect(Object.keys(post)).toEqual(["revision_id", ...FULL_KEYS, "incomplete_rewards", "next", "prev"]);
    expect(props.revisions.map(([, version]) => Object.keys(version))).toEqual([
      [...FULL_KEYS, "incomplete_rewards", "next", "prev"],
      listed,
      listed,
    ]);
  });

  test("contents are sent as they are, whatever characters they have", async () => {
    const odd = Array.from({ length: 0x2f }, (_, code) => String.fromCharCode(code + 1)).join("");
    const contents = [`${odd}\u007f\u2028\ufeff𝕏"\\`, String.raw`"\u00000"`, "0"];
    const [content = "", ...older] = contents;
    await buildPost(server.sql, { id: "odd", user: "2", title: String.raw`\u00001`, content });
    for (const [at, text] of older.entries())
      await buildRevision(server.sql, 41 + at, { id: "odd", user: "2", content: text });
    const { body } = await server.json("/api/v1/patreon/user/2/post/odd");
    const { post, props } = body as {
      post: { title: string; content: string };
      props: { revisions: [number, { content: string }][] };
    };
    expect([post.title, post.content]).toEqual([String.raw`\u00001`, content]);
    expect(props.revisions.map(([, version]) => version.content)).toEqual([content, "0", older[0]]);
  });

  test("a video that is the main file is among the videos, numbered like the attachments", async () => {
    const second = { name: "second.webm", path: fakePath("d", ".webm") };
    await buildPost(server.sql, {
      ...{ id: "film", user: "2", published: "1999-01-01T00:00:00" },
      ...{ file: video, attachments: [image, archive, video, second] },
    });
    const { body } = await server.json("/api/v1/patreon/user/2/post/film");
    const { attachments, videos } = body as Record<string, { index: number; path: string }[]>;
    expect(videos?.map(({ index, path }) => [index, path])).toEqual([
      [0, video.path],
      [2, video.path],
      [3, second.path],
    ]);
    for (const { index, path } of videos ?? []) expect(attachments?.[index]?.path).toBe(path);
  });

  test("comments come oldest first, with older revisions only where there are any", async () => {
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
    "patreon/post/hidden",
    "patreon/post/unseen",
    "nowhere/post/full",
  ])("%s is a plain 404", async (path) => {
    const response = await server.get(`/api/v1/${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('{"error":"Not Found"}');
  });

  test.each(["1/post/twin1", "2/post/full", "1/post/none"])(
    "no revisions or comments of %s are a 404 with an empty list",
    async (post) => {
      for (const list of ["revisions", "comments"]) {
        const response = await server.get(`/api/v1/patreon/user/${post}/${list}`);
        expect([response.status, await response.text()]).toEqual([404, "[]"]);
        expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      }
    },
  );
});
