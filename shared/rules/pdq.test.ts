import { describe, expect, test } from "vitest";
import { distanceOf, drawPicture, type Pixels } from "#tests/support/pictures.ts";
import { PictureHasher } from "./pdq.ts";

function hashOf({ width, height, data }: Pixels, channels: 3 | 4 = 3) {
  const hasher = new PictureHasher(width, height);
  hasher.addRows(data, channels);
  return hasher.finish();
}

/** The picture with the pixel of each place taken from another. */
function moved(
  { width, height, data }: Pixels,
  from: (x: number, y: number) => [number, number],
  [toWidth, toHeight] = [width, height],
): Pixels {
  const to = new Uint8Array(toWidth * toHeight * 3);
  for (let y = 0; y < toHeight; y++)
    for (let x = 0; x < toWidth; x++) {
      const [fromX, fromY] = from(x, y);
      const at = (fromY * width + fromX) * 3;
      to.set(data.subarray(at, at + 3), (y * toWidth + x) * 3);
    }
  return { width: toWidth, height: toHeight, data: to };
}

// Hashes and quality that the reference implementation in Python gives for these pictures.
test.each([
  [1, 64, 64, "e8dbe0e450b1ef535c2c9fdcb775b2b65e2691a491842e599755982c672a48c9", 100],
  [2, 100, 70, "2db7a75212ad2c84e95a5b6a14a517486d5aee4e922d0ff23c435a9bd6aab585", 100],
  [3, 512, 300, "d4b5697a129717e52c95d2b54b58aa945e09237302c93cd023fcd31ba6ecdd27", 100],
  [4, 37, 211, "0c72f76c21edaf2111decf1a00657f9ca063826cfdda07312d84e47a1a45be77", 100],
  [5, 5, 5, "358d6e5bce7391a49326e1f091a41e076c5b6e5b318c6e5bce7391a49324e1f8", 43],
  [6, 129, 400, "ebf8006e39573e3378c398ad017e67b4c24d007e01f4a2eb7ca9081d7d36d7c9", 100],
])("picture %i of %ix%i has the bits of the reference", (seed, width, height, hash, quality) => {
  const found = hashOf(drawPicture(seed, width, height));
  expect([found?.hashes[0], found?.quality]).toEqual([hash, quality]);
});

describe("the eight orientations", () => {
  const picture = drawPicture(7, 64, 64);
  const last = 63;
  test.each<[string, (x: number, y: number) => [number, number], number]>([
    ["as it is", (x, y) => [x, y], 0],
    ["mirrored", (x, y) => [last - x, y], 1],
    ["upside down", (x, y) => [x, last - y], 2],
    ["turned by half", (x, y) => [last - x, last - y], 3],
    ["transposed", (x, y) => [y, x], 4],
    ["turned to the left", (x, y) => [last - y, x], 5],
    ["turned to the right", (x, y) => [y, last - x], 6],
    ["transposed and turned by half", (x, y) => [last - y, last - x], 7],
  ])("%s", (_, from, orientation) => {
    const hash = hashOf(moved(picture, from))?.hashes[0];
    expect(hashOf(picture)?.hashes.indexOf(hash ?? "")).toBe(orientation);
  });
});

test("pixels of a large picture are averaged, those at its ends with fewer neighbors", () => {
  const picture = drawPicture(3, 512, 300);
  const double = (x: number, y: number): [number, number] => [x >> 1, y >> 1];
  expect(hashOf(moved(picture, double, [1_024, 600]))).toEqual(hashOf(picture));
  expect(hashOf(moved(picture, double, [1_023, 599]))).toEqual(hashOf(picture));
});

test("rows in pieces, and a fourth channel, change nothing", () => {
  const { width, height, data } = drawPicture(8, 1_100, 90);
  const hasher = new PictureHasher(width, height);
  hasher.addRows(data.subarray(0, width * 3 * 40), 3);
  hasher.addRows(data.subarray(width * 3 * 40), 3);
  const whole = hashOf({ width, height, data });
  expect(hasher.finish()).toEqual(whole);
  const pixels = Array.from({ length: width * height }, (_, at) => [
    ...data.subarray(at * 3, at * 3 + 3),
    at,
  ]);
  expect(hashOf({ width, height, data: Uint8Array.from(pixels.flat()) }, 4)).toEqual(whole);
});

test("a plain picture has no quality, one that is four pixels wide no hash", () => {
  expect(hashOf(drawPicture(9, 300, 200, 0))?.quality).toBe(0);
  expect(hashOf(drawPicture(9, 4, 200))).toBeUndefined();
});

test("the distance is the number of differing bits", () => {
  const one = `${"0".repeat(60)}8001`;
  expect(distanceOf(one, one)).toBe(0);
  expect(distanceOf(one, `f${"0".repeat(63)}`)).toBe(6);
});
