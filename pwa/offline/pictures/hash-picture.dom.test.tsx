/** The bits of pictures in the browser are those of the server. */
import { expect, test } from "vitest";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf, drawPicture, type Pixels } from "#tests/support/pictures.ts";
import { hashChanged, hashPicture } from "./hash-picture.ts";

/** A lossless file of the pixels; with `alpha`, they are as opaque as that. */
async function fileOf({ width, height, data }: Pixels, alpha: (x: number, y: number) => number = () => 255) {
  const image = new ImageData(width, height);
  for (let at = 0; at < width * height; at += 1) {
    image.data.set(data.subarray(at * 3, at * 3 + 3), at * 4);
    image.data[at * 4 + 3] = alpha(at % width, Math.floor(at / width));
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return await canvas.convertToBlob({ type: "image/png" });
}

// The hash of this picture in shared/rules/pdq.test.ts, where Node computes it.
test("a picture has the bits that the reference gives", async () => {
  const file = await fileOf(drawPicture(3, 512, 300));
  const pdq = "d4b5697a129717e52c95d2b54b58aa945e09237302c93cd023fcd31ba6ecdd27";
  expect(await hashPicture(file)).toEqual({ width: 512, height: 300, pdq });
  expect(new Set([pdq, ...(await hashChanged(file))]).size).toBe(13); // eight orientations, four with moved edges, and it has a plain margin
});

test("one larger than the canvas has those of all its pixels", async () => {
  const pixels = drawPicture(4, 2_500, 2_001, 20);
  const hasher = new PictureHasher(pixels.width, pixels.height);
  hasher.addRows(pixels.data, 3);
  const found = hasher.finish();
  expect(found?.quality).toBeGreaterThan(50);
  expect(await hashPicture(await fileOf(pixels))).toMatchObject({ height: 2_001, pdq: found?.hashes[0] });
});

test("a transparent part is white", async () => {
  const pixels = drawPicture(5, 300, 200);
  const onWhite = { ...pixels, data: pixels.data.slice() };
  // A part of all rows would be in no frequency that has a bit.
  for (let row = 0; row < 80; row += 1) onWhite.data.fill(255, row * 300 * 3, (row * 300 + 120) * 3);
  const transparent = await hashPicture(await fileOf(pixels, (x, y) => (x < 120 && y < 80 ? 0 : 255)));
  expect(transparent?.pdq).toMatch(/^[0-9a-f]{64}$/);
  expect(transparent).toEqual(await hashPicture(await fileOf(onWhite)));
});

test("the whole of which a picture was cut out is close to one of its bits, whatever its size", async () => {
  for (const [width, height] of [
    [320, 240],
    [1_600, 1_200],
  ] as const) {
    const whole = drawPicture(1, width, height);
    const canvas = new OffscreenCanvas(width * 0.9, height * 0.9);
    const bitmap = await createImageBitmap(await fileOf(whole));
    canvas.getContext("2d")?.drawImage(bitmap, -width * 0.05, -height * 0.05);
    const file = await canvas.convertToBlob({ type: "image/png" });
    const own = (await hashPicture(await fileOf(whole)))?.pdq ?? "";
    expect(distanceOf((await hashPicture(file))?.pdq ?? "", own)).toBeGreaterThan(SEARCH_DISTANCE);
    const closest = Math.min(...(await hashChanged(file)).map((changed) => distanceOf(changed, own)));
    expect(closest).toBeLessThanOrEqual(SEARCH_DISTANCE);
  }
});

test("a plain picture has no bits, and a file that is no picture no size", async () => {
  const plain = await fileOf(drawPicture(6, 90, 80, 0));
  expect(await hashPicture(plain)).toEqual({ width: 90, height: 80, pdq: undefined });
  expect(await hashChanged(plain)).toEqual([]);
  const words = new Blob(["words"], { type: "image/png" });
  expect(await hashPicture(words)).toBeUndefined();
  expect(await hashChanged(words)).toEqual([]);
});

test("the picture inside of a plain frame has its own bits", async () => {
  const inside = drawPicture(7, 300, 200);
  inside.data.fill(255, 0, 3); // no margin has the color of its corner
  const framed = { width: 360, height: 280, data: new Uint8Array(360 * 280 * 3).fill(20) };
  for (let row = 0; row < 200; row += 1)
    framed.data.set(inside.data.subarray(row * 900, (row + 1) * 900), ((row + 50) * 360 + 30) * 3);
  const own = await hashPicture(await fileOf(inside));
  const found = await hashChanged(await fileOf(framed));
  expect(found[0]).toBe(own?.pdq);
  expect(found).toHaveLength(12);
  expect(await hashChanged(await fileOf(inside))).toHaveLength(11);
});
