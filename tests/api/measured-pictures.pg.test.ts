/**
 * Width and height of images, which are part of the post, and their perceptual hashes: in the background, or with their first
 * thumbnail.
 */
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureTask, setPictureHashes, setPictureSizes } from "#backend/files/measured-pictures.ts";
import { pairTask } from "#backend/files/picture-pairs.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { filePath } from "#shared/rules/files.ts";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { distanceOf, drawPicture, type Pixels } from "#tests/support/pictures.ts";
import { startS3 } from "#tests/support/s3.ts";
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
const task = () => pictureTask({ ...server, log: pino({ level: "silent" }) });
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
  await expect.poll(() => previewsOf("3")).toEqual([["wide", 10, 90]]);
});

test("the color of an image is known, unless it may be transparent", async () => {
  const clear = { r: 255, g: 0, b: 0, alpha: 0 };
  const transparent = sharp({ create: { width: 20, height: 20, channels: 4, background: clear } });
  const red = { name: "red", path: await store(await photo(21, 20, 1, "#aa2211"), ".jpg") };
  const none = { name: "none", path: await store(await transparent.png().toBuffer(), ".png") };
  await buildPost(server.sql, { id: "5", file: red, attachments: [none] });
  await buildPost(server.sql, { id: "6", file: none });
  await finish(task());
  await allNotified(server);
  const page = (await server.json("/api/v1/patreon/user/1/post/5")).body as PostEnvelope;
  const colors = page.previews.map((preview) => (preview.type === "thumbnail" ? preview.color : ""));
  expect(colors).toEqual([expect.stringMatching(/^#a[9ab]2[123]1[012]$/), undefined]);
  const cards = (await server.json("/api/v1/patreon/user/1/posts?with=card")).body as {
    id: string;
    color?: string;
  }[];
  const colorOf = (post: string) => cards.find(({ id }) => id === post)?.color;
  expect([colorOf("5"), colorOf("6")]).toEqual([colors[0], undefined]);
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

const drawn = (picture: Pixels) =>
  sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });

function bitsOf({ width, height, data }: Pixels) {
  const hasher = new PictureHasher(width, height);
  hasher.addRows(data, 3);
  return hasher.finish();
}

/** The row of a stored file: its bits in hex. */
async function hashRow(path: string) {
  const [row] = await server.sql<[{ pdq: string | null; quality: number }?]>`
    select pdq::text, quality from picture_hashes where hash = ${path.slice(7, 71)}`;
  if (row === undefined || row.pdq === null) return row;
  return { ...row, pdq: BigInt(`0b${row.pdq}`).toString(16).padStart(64, "0") };
}

test("hashes are those of the pixels as they are shown: upright, on white, in color", async () => {
  const picture = drawPicture(1, 700, 500);
  const lossless = await store(await drawn(picture).png().toBuffer(), ".png");
  // Stored turned, with a note to turn it back.
  const turned = await store(
    await drawn(picture).rotate(90).withMetadata({ orientation: 8 }).webp({ lossless: true }).toBuffer(),
    ".webp",
  );
  const left = drawPicture(2, 350, 250);
  const transparent = await store(
    await sharp({ create: { width: 700, height: 500, channels: 4, background: "#0000" } })
      .composite([
        {
          input: await drawn(left).png().toBuffer(),
          gravity: "northwest",
        },
      ])
      .png()
      .toBuffer(),
    ".png",
  );
  const onWhite = new Uint8Array(700 * 500 * 3).fill(255);
  for (let row = 0; row < 250; row += 1)
    onWhite.set(left.data.subarray(row * 350 * 3, (row + 1) * 350 * 3), row * 700 * 3);
  const gray = await drawn(picture).toColorspace("b-w").raw().toBuffer();
  const grayStored = await store(await drawn(picture).toColorspace("b-w").png().toBuffer(), ".png");
  const compressed = await store(await drawn(picture).jpeg({ quality: 70 }).toBuffer(), ".jpg");
  await finish(task());
  const { hashes = [], quality } = bitsOf(picture) ?? {};
  const expected = { pdq: hashes[0], quality };
  expect(await hashRow(lossless)).toEqual(expected);
  expect(await hashRow(turned)).toEqual(expected);
  expect((await hashRow(transparent))?.pdq).toBe(bitsOf({ ...picture, data: onWhite })?.hashes[0]);
  const grayPixels = Uint8Array.from({ length: gray.length * 3 }, (_, at) => gray[Math.floor(at / 3)] ?? 0);
  expect((await hashRow(grayStored))?.pdq).toBe(bitsOf({ ...picture, data: grayPixels })?.hashes[0]);
  expect(distanceOf((await hashRow(compressed))?.pdq ?? "", hashes[0] ?? "")).toBeLessThan(10);
});

test("a picture larger than what is in memory at once has the hash of all its pixels", async () => {
  const picture = drawPicture(3, 6_000, 4_500, 20);
  const path = await store(await drawn(picture).png({ compressionLevel: 1 }).toBuffer(), ".png");
  await finish(task());
  expect((await hashRow(path))?.pdq).toBe(bitsOf(picture)?.hashes[0]);
});

test("a plain picture, one that ends early and one that is no picture have no bits, and are not tried again", async () => {
  const plain = await store(await photo(300, 200, 1, "#abcdef"), ".jpg");
  const whole = await drawn(drawPicture(4, 400, 300))
    .png()
    .toBuffer();
  const cut = await store(whole.subarray(0, whole.length / 2), ".png");
  const none = await store(Buffer.from("again no image"), ".png");
  await finish(task());
  for (const path of [plain, cut, none]) expect(await hashRow(path)).toEqual({ pdq: null, quality: 0 });
  const [size] = await server.sql`select width, height from picture_sizes where hash = ${cut.slice(7, 71)}`;
  expect(size).toEqual({ width: 400, height: 300 });
  expect(await task().run()).toBe(false);
});

test("pictures with a size are hashed later, and leave pages as they are", async () => {
  const path = await store(
    await drawn(drawPicture(5, 90, 80))
      .ensureAlpha() // without a color, which would be news to pages
      .png()
      .toBuffer(),
    ".png",
  );
  await setPictureSizes(server.sql, [{ hash: path.slice(7, 71), width: 90, height: 80 }]);
  const answers = await version();
  await finish(task());
  expect((await hashRow(path))?.pdq).toBe(bitsOf(drawPicture(5, 90, 80))?.hashes[0]);
  expect(await version()).toBe(answers);
  const hashes = server.changes.version("picture_hashes");
  await setPictureHashes(server.sql, [{ hash: path.slice(7, 71), pdq: null, quality: 0 }]);
  await setPictureHashes(server.sql, [{ hash: "0".repeat(64), pdq: null, quality: 0 }]);
  await allNotified(server);
  expect(server.changes.version("picture_hashes")).toBe(hashes);
});

test("of a picture that is stored elsewhere, the first thumbnail gives size and hash", async () => {
  await using s3 = await startS3();
  await using elsewhere = await startServer(s3.settings);
  const picture = drawPicture(6, 200, 100);
  const bytes = await drawn(picture).png().toBuffer();
  const hash = await storeFile(elsewhere, bytes, ".png");
  await elsewhere.storage.put(join(elsewhere.data, "files", filePath(hash, ".png")), {
    hash,
    ext: ".png",
    size: bytes.length,
  });
  expect((await elsewhere.get(`/thumbnail/data${filePath(hash, ".png")}`)).status).toBe(200);
  const { hashes = [], quality } = bitsOf(picture) ?? {};
  const row = {
    width: 200,
    height: 100,
    pdq: BigInt(`0x${hashes[0]}`).toString(2).padStart(256, "0"),
    quality,
  };
  await expect
    .poll(
      () => elsewhere.sql`
        select width, height, pdq::text, quality from picture_sizes join picture_hashes using (hash)`,
    )
    .toEqual([row]);
});

test("a smaller copy of an image names the larger one of its post; variants of equal size and crops do not", async () => {
  const size = { width: 600, height: 800 };
  const { data } = drawPicture(41, size.width, size.height);
  const drawn = () => sharp(Buffer.from(data), { raw: { ...size, channels: 3 } });
  const large = await store(await drawn().png().toBuffer(), ".png");
  const middle = await store(await drawn().resize(400).jpeg().toBuffer(), ".jpg");
  const small = await store(await drawn().resize(150).webp().toBuffer(), ".webp");
  const variant = await store(
    await drawn()
      .composite([{ input: { create: { width: 9, height: 9, channels: 3, background: "#fff" } } }])
      .png()
      .toBuffer(),
    ".png",
  );
  const crop = await store(
    await drawn().extract({ left: 0, top: 0, width: 560, height: 800 }).resize(280).png().toBuffer(),
    ".png",
  );
  const files = { small, large, variant, middle, crop };
  const attachments = Object.entries(files).map(([name, path]) => ({ name, path }));
  await buildPost(server.sql, { id: "sizes", attachments });
  await buildPost(server.sql, { id: "small alone", attachments: [{ name: "small", path: small }] });
  const copies = async (post: string) => {
    const { body } = await server.json(`/api/v1/patreon/user/1/post/${encodeURIComponent(post)}`);
    return (body as PostEnvelope).previews.map((preview) =>
      preview.type === "thumbnail" ? [preview.name, preview.copy_of] : [],
    );
  };
  const before = await copies("sizes");
  await finish(task());
  await finish(pairTask(server.sql));
  await allNotified(server);
  expect(before.map(([, copy]) => copy)).toEqual(before.map(() => undefined));
  const [largest, ...others] = [large, variant];
  expect(await copies("sizes")).toEqual([
    ["small", expect.toBeOneOf([largest, ...others, middle])],
    ["large", undefined],
    ["variant", undefined],
    ["middle", expect.toBeOneOf([largest, ...others])],
    ["crop", undefined],
  ]);
  expect(await copies("small alone")).toEqual([["small", undefined]]);
});
