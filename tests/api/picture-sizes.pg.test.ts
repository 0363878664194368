/** Width and height of images: measured in the background, or with their first thumbnail, and part of the post. */
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureSizeTask, setPictureSizes } from "#backend/files/picture-sizes.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { filePath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A photo taken upright is stored lying, with a note to turn it. */
const photo = (width: number, height: number, orientation: number, background = "#336699") =>
  sharp({ create: { width, height, channels: 3, background } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

/** @returns its path */
async function store(bytes: Buffer, ext: string): Promise<string> {
  const hash = await storeFile(server, bytes, ext);
  await server.sql`update files set id = default where hash = ${hash}`; // ascending, as files come
  return filePath(hash, ext);
}

const previewsOf = async (post: string) => {
  const { body } = await server.json(`/api/v1/patreon/user/1/post/${post}`);
  return (body as PostEnvelope).previews.map((preview) =>
    preview.type === "thumbnail" ? [preview.name, preview.width, preview.height] : [],
  );
};
/** Version of the answers that show sizes. */
async function version() {
  await allNotified(server);
  return server.changes.version("picture_sizes");
}
const task = () => pictureSizeTask({ ...server, log: pino({ level: "silent" }) });
/** Runs a task until it finds nothing more. */
async function finish({ run }: ReturnType<typeof task>) {
  while ((await run()) === true);
}

test("sizes are those of upright images; a file that is no image has none", async () => {
  const upright = await store(await photo(40, 30, 6), ".jpg");
  const lying = await store(await photo(50, 20, 1), ".jpg");
  const broken = await store(Buffer.from("no image"), ".png");
  const attachments = [
    { name: "upright", path: upright },
    { name: "lying", path: lying },
    { name: "broken", path: broken },
  ];
  await buildPost(server.sql, { id: "1", attachments });
  expect(await previewsOf("1")).toEqual(attachments.map(({ name }) => [name, undefined, undefined]));

  const measuring = task();
  await finish(measuring);
  expect(await previewsOf("1")).toEqual([
    ["upright", 30, 40],
    ["lying", 50, 20],
    ["broken", undefined, undefined],
  ]);
  const answers = await version();
  expect(await measuring.run(), "nothing is measured twice").toBe(false);
  expect(await version(), "no page is read again for nothing").toBe(answers);

  await buildPost(server.sql, {
    id: "2",
    file: { name: "later", path: await store(await photo(70, 60, 1), ".jpg") },
  });
  await finish(measuring);
  expect(await previewsOf("2")).toEqual([["later", 70, 60]]);
});

test("a thumbnail measures its image", async () => {
  const path = await store(await photo(90, 10, 8, "#993366"), ".jpg");
  await buildPost(server.sql, { id: "3", file: { name: "wide", path } });
  expect((await server.get(`/thumbnail/data${path}`)).status).toBe(200);
  await expect.poll(() => previewsOf("3"), { timeout: 15_000 }).toEqual([["wide", 10, 90]]);
});

test("sizes that are known, and those of files that are gone, change nothing", async () => {
  const path = await store(await photo(11, 12, 1), ".jpg");
  const known = { hash: path.slice(7, 71), width: 11, height: 12 };
  await setPictureSizes(server.sql, [known]);
  const answers = await version();
  await setPictureSizes(server.sql, [known, { ...known, hash: "0".repeat(64) }]);
  expect(await version()).toBe(answers);
  await setPictureSizes(server.sql, [{ ...known, height: 13 }]);
  expect(await version()).not.toBe(answers);
});
