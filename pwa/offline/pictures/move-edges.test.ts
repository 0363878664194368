import { expect, test } from "vitest";
import { PictureHasher } from "#shared/rules/pdq.ts";
import { SEARCH_DISTANCE } from "#shared/rules/pdq-limits.ts";
import { distanceOf, drawPicture } from "#tests/support/pictures.ts";
import { moveEdges, type Pixels } from "./move-edges.ts";

/** A gray pixel for each number. */
const pixels = (width: number, values: readonly number[]): Pixels => ({
  width,
  height: values.length / width,
  data: new Uint8ClampedArray(values.flatMap((value) => [value, value, value, 255])),
});

const grays = ({ data }: Pixels) => Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]);

test("the outermost pixels are repeated on all sides", () => {
  const extended = moveEdges(pixels(2, [1, 2, 3, 4]), 0.25); // half of the whole width is left
  expect(extended).toMatchObject({ width: 4, height: 4 });
  expect(grays(extended)).toEqual([1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
});

test("a border is taken away", () => {
  const bordered = pixels(4, [0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0]);
  const inside = moveEdges(bordered, -0.5); // half of the inside's width was added on each side
  expect(inside).toMatchObject({ width: 2, height: 2 });
  expect(grays(inside)).toEqual([1, 2, 3, 4]);
});

test("nothing is added for so small a share that it is no pixel", () => {
  const small = pixels(3, [1, 2, 3]);
  expect(moveEdges(small, 0.05)).toEqual(small);
});

function cut({ width, height, data }: ReturnType<typeof drawPicture>, share: number): Pixels {
  const [left, top] = [Math.round(width * share), Math.round(height * share)];
  const inside = { width: width - 2 * left, height: height - 2 * top };
  const part = new Uint8ClampedArray(inside.width * inside.height * 4).fill(255);
  for (let row = 0; row < inside.height; row += 1)
    for (let column = 0; column < inside.width; column += 1) {
      const from = ((row + top) * width + column + left) * 3;
      part.set(data.subarray(from, from + 3), (row * inside.width + column) * 4);
    }
  return { ...inside, data: part };
}

function hashOf({ width, height, data }: Pixels): string {
  const hasher = new PictureHasher(width, height);
  hasher.addRows(data, 4);
  return hasher.finish()?.hashes[0] ?? "";
}

test("a picture with a border of a twentieth is close to the one without only when it is taken away", () => {
  for (const seed of [1, 2, 3]) {
    const bordered = cut(drawPicture(seed, 352, 264), 0); // the border is not plain
    const inside = cut(drawPicture(seed, 352, 264), 0.05 / 1.1);
    expect(distanceOf(hashOf(bordered), hashOf(inside))).toBeGreaterThan(SEARCH_DISTANCE);
    expect(distanceOf(hashOf(moveEdges(bordered, -0.05)), hashOf(inside))).toBeLessThanOrEqual(
      SEARCH_DISTANCE,
    );
  }
});

test("a picture that lost a twentieth on each side is close to the whole one only once it is extended", () => {
  for (const seed of [1, 2, 3]) {
    const picture = drawPicture(seed, 320, 240);
    const [whole, part] = [cut(picture, 0), cut(picture, 0.05)];
    expect(distanceOf(hashOf(part), hashOf(whole))).toBeGreaterThan(SEARCH_DISTANCE);
    expect(distanceOf(hashOf(moveEdges(part, 0.05)), hashOf(whole))).toBeLessThanOrEqual(SEARCH_DISTANCE);
  }
});
