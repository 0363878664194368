import { random } from "./random.ts";

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue of each pixel, row by row. */
  data: Uint8Array;
}

/** A picture of translucent rectangles. Of integers alone, so that it is the same on every machine. */
export function drawPicture(seed: number, width: number, height: number, rectangles = 60): Pixels {
  const next = random(seed);
  const upTo = (most: number) => Math.floor(next() * most);
  const data = new Uint8Array(width * height * 3).fill(128);
  for (let drawn = 0; drawn < rectangles; drawn += 1) {
    const color = [upTo(256), upTo(256), upTo(256)];
    const [left, top] = [upTo(width), upTo(height)];
    const [right, bottom] = [left + 1 + upTo(width / 2), top + 1 + upTo(height / 2)];
    for (let row = top; row < Math.min(bottom, height); row += 1)
      for (let at = (row * width + left) * 3; at < (row * width + Math.min(right, width)) * 3; at += 1)
        data[at] = ((data[at] ?? 0) + (color[at % 3] ?? 0)) >> 1;
  }
  return { width, height, data };
}

/** Number of bits in which two hashes of 64 hex digits differ. */
export function distanceOf(one: string, other: string): number {
  let distance = 0;
  for (let at = 0; at < one.length; at += 4) {
    let bits = Number.parseInt(one.slice(at, at + 4), 16) ^ Number.parseInt(other.slice(at, at + 4), 16);
    for (; bits !== 0; bits &= bits - 1) distance += 1;
  }
  return distance;
}
