/** Extends a picture beyond its edges, to look for the whole one of which it was cut out. */

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes each, row by row. */
  data: Uint8ClampedArray;
}

/**
 * Repeats the outermost pixels: nobody knows what was there, and they change the fewest bits of the hash.
 * @param share of the whole picture's width and height that was cut off on each side
 */
export function extend({ width, height, data }: Pixels, share: number): Pixels {
  const added = (length: number) => Math.round((length * share) / (1 - 2 * share));
  const [left, top] = [added(width), added(height)];
  const [wide, high] = [width + 2 * left, height + 2 * top];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(wide * high);
  for (let row = 0; row < high; row += 1) {
    const source = Math.min(Math.max(row - top, 0), height - 1) * width;
    const pixels = from.subarray(source, source + width);
    const start = row * wide;
    to.fill(pixels[0] as number, start, start + left);
    to.set(pixels, start + left);
    to.fill(pixels[width - 1] as number, start + left + width, start + wide);
  }
  return { width: wide, height: high, data: new Uint8ClampedArray(to.buffer) };
}
