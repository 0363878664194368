/** Thumbnails of images that browsers do not show, and of documents of drawing programs. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { filePath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import {
  clipStudio,
  HEIC,
  JPEG_XL,
  JPEG_XL_IN_BOXES,
  photoshop,
  twoColors,
} from "#tests/support/picture-files.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Colors of the left and the right half of a stored file's thumbnail, as multiples of 17; undefined if it has none. */
async function halves(bytes: Buffer, ext: string) {
  const hash = await storeFile(server, bytes, ext);
  const answer = await server.get(`/thumbnail/data${filePath(hash, ext)}?w=180`);
  if (answer.status !== 200) return undefined;
  const picture = sharp(Buffer.from(await answer.arrayBuffer()));
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number) => {
    const at = info.channels * (Math.floor(info.height / 2) * info.width + Math.floor(x * info.width));
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 17));
  };
  return [colorAt(0.2), colorAt(0.8)];
}
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`;
const ORANGE = [12, 8, 3];
const BLUE = [3, 6, 9];

const FORMATS: [string, string, () => Buffer | Promise<Buffer>][] = [
  ["HEIC", ".heic", () => HEIC],
  ["JPEG XL", ".jxl", () => JPEG_XL],
  ["JPEG XL in boxes", ".jxl", () => JPEG_XL_IN_BOXES],
  ["TIFF", ".tif", () => twoColors().tiff().toBuffer()],
  ["PNG with 16 bits", ".png", () => twoColors().toColorspace("rgb16").png().toBuffer()],
  ["a Photoshop document", ".psd", () => photoshop()],
  ["a CLIP STUDIO document", ".clip", async () => clipStudio(await twoColors().png().toBuffer())],
];
for (const [format, ext, make] of FORMATS)
  test(`${format} has a thumbnail`, async () => {
    expect(await halves(await make(), ext)).toEqual([ORANGE, BLUE]);
  });

test("a JPEG for printers has the colors that printers give it", async () => {
  const [left, right] =
    (await halves(await twoColors().toColorspace("cmyk").jpeg().toBuffer(), ".jpg")) ?? [];
  const off = [...ORANGE, ...BLUE].map((value, at) =>
    Math.abs(value - ([...(left ?? []), ...(right ?? [])][at] ?? 0)),
  );
  expect(Math.max(...off)).toBeLessThanOrEqual(2);
});

test("documents too large for memory, damaged ones and those without a picture have none", async () => {
  const huge = await photoshop({ width: 100_000, height: 100_000 });
  const endless = Buffer.concat([
    await clipStudio(undefined).then((bytes) => bytes.subarray(0, 24)),
    Buffer.from("CHNKHead", "latin1"),
    Buffer.from("7fffffffffffffff", "hex"),
  ]);
  expect(await halves(huge, ".psd")).toBeUndefined();
  expect(await halves((await photoshop()).subarray(0, 30), ".psd")).toBeUndefined();
  expect(await halves(endless, ".clip")).toBeUndefined();
  expect(await halves(await clipStudio(undefined), ".clip")).toBeUndefined();
  expect(await halves(await clipStudio(Buffer.from(SVG)), ".clip")).toBeUndefined();
  expect(await halves(HEIC.subarray(0, 500), ".heic")).toBeUndefined();
  expect(await halves(JPEG_XL.subarray(0, 100), ".jxl")).toBeUndefined();
});

test("they are files to download: browsers that do not show them would say they are broken", async () => {
  const hash = await storeFile(server, Buffer.concat([await photoshop(), Buffer.from("2")]), ".psd");
  const path = filePath(hash, ".psd");
  await buildPost(server.sql, { id: "1", file: { name: "poster.psd", path } });
  const page = (await server.json("/api/v1/patreon/user/1/post/1")).body as PostEnvelope;
  expect(page.previews).toEqual([]);
  expect(page.attachments.map(({ name }) => name)).toEqual(["poster.psd"]);
  const file = await server.get(`/data${path}`);
  expect(file.headers.get("content-disposition")).toContain("attachment");
});
