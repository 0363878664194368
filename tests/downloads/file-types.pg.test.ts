import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileRef, hasFile } from "#shared/entities/file.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { FILE_TYPES } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { animatedPng } from "#tests/support/apng.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importFolders, writeFiles } from "./import.ts";

const CREATOR = { service: "patreon", id: "1", name: "Ann" };
let server: TestServer;
let page: PostEnvelope;

const picture = (format: "jpeg" | "png" | "gif" | "webp" | "avif") =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "#336699" } })
    .toFormat(format)
    .toBuffer();

beforeAll(async () => {
  server = await startServer();
  await using folder = await temporary();
  await writeFiles(join(folder.path, "Loops"), {
    "loop.png": animatedPng(),
    "other.apng": Buffer.concat([animatedPng(), Buffer.from("two")]),
    "still.png": await picture("png"),
    "camera.jfif": await picture("jpeg"),
    "wrong.jpg": await picture("webp"),
    "unknown.image": await picture("avif"),
    bare: await picture("gif"),
    "notes.txt": "Notes.",
  });
  const { list } = await importFolders(server.sql, server.data, [folder.path], { creator: CREATOR });
  expect(list).toEqual([]);
  const [post] = await server.sql<{ id: string }[]>`select id from posts`;
  page = (await server.json(`/api/v1/patreon/user/1/post/${post?.id}`)).body as PostEnvelope;
});
afterAll(async () => await server[Symbol.asyncDispose]());

const filesOf = (): FileRef[] => [page.post.file, ...page.post.attachments].filter(hasFile);

test("images are stored by what they are: animated PNGs as PNG, names with unknown or wrong extensions by content", () => {
  const stored = Object.fromEntries(filesOf().map(({ name, path }) => [name, extensionOf(path)]));
  expect(stored).toEqual({
    "loop.png": ".png",
    "other.apng": ".apng",
    "still.png": ".png",
    "camera.jfif": ".jfif",
    "wrong.jpg": ".webp",
    "unknown.image": ".avif",
    bare: ".gif",
    "notes.txt": ".txt",
  });
});

test("every image is shown: inline, with a thumbnail, in the gallery and not among the downloads", async () => {
  const images = filesOf().filter(({ name }) => name !== "notes.txt");
  expect(page.previews.map((preview) => "name" in preview && preview.name).sort()).toEqual(
    images.map(({ name }) => name).sort(),
  );
  expect(page.attachments.map(({ name }) => name)).toEqual(["notes.txt"]);
  for (const { name, path } of images) {
    const whole = await server.get(`/data${path}`);
    expect([name, whole.headers.get("content-type")]).toEqual([name, expect.stringMatching(/^image\//)]);
    expect([name, whole.headers.get("content-disposition")]).toEqual([name, "inline"]);
    const small = await server.get(`/thumbnail/data${path}?w=360`);
    expect([name, small.status]).toEqual([name, 200]);
  }
});

test("each extension and media type has one row", () => {
  const names = FILE_TYPES.flatMap(({ extensions, types }) => [...extensions, ...types]);
  expect(names).toHaveLength(new Set(names).size);
});
