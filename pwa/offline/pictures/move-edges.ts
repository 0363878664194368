/** Moves the edges of a picture, to look for the one of which it was cut out or around which a border was added. */

/**
 * Shares to try: those above 0 find copies that lost 1 to 6 % on each side, those below 0 copies with a border as wide, also where
 * the picture has the same color at its edge, so that nobody can see where the border ends.
 */
export const MOVED_EDGES = [0.03, 0.05, -0.03, -0.05];

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes each, row by row. */
  data: Uint8ClampedArray;
}

/**
 * Adds what a crop took away: it repeats the outermost pixels, as nobody knows what was there, and they change the fewest bits
 * of the hash. Where the share is negative, it takes away a border.
 * @param share of the other picture's width and height that was cut off on each side, or, below 0, added
 */
export function moveEdges({ width, height, data }: Pixels, share: number): Pixels {
  const added = (length: number) => Math.round((length * share) / (1 - 2 * share));
  const [left, top] = [added(width), added(height)];
  const [wide, high] = [width + 2 * left, height + 2 * top];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(wide * high);
  const [first, last] = [Math.max(0, -left), Math.min(width, width + left)]; // columns that are kept
  for (let row = 0; row < high; row += 1) {
    const source = Math.min(Math.max(row - top, 0), height - 1) * width;
    const pixels = from.subarray(source, source + width);
    const start = row * wide;
    to.fill(pixels[0] as number, start, start + first + left);
    to.set(pixels.subarray(first, last), start + first + left);
    to.fill(pixels[width - 1] as number, start + last + left, start + wide);
  }
  return { width: wide, height: high, data: new Uint8ClampedArray(to.buffer) };
}
