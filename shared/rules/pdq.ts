/**
 * PDQ, a perceptual hash of pictures (docs/decisions/0079-find-by-picture.md): pictures that look the same differ in few of
 * its 256 bits, whatever their size, format and compression. Server and device run this code; equal pixels have equal bits.
 */

/** Pictures are averaged to at most this many pixels a side first; blurring larger ones would gain nothing. */
const MAX_SIDE = 512;
/** Narrower pictures have no hash. */
const MIN_SIDE = 5;
const SIDE = 64;
const FREQUENCIES = 16;
const BITS = FREQUENCIES ** 2;
const BLUR_PASSES = 2;
/** Luminance of ITU-R BT.601 in thousandths: integers, so that every engine adds them up exactly. */
const [RED, GREEN, BLUE] = [299, 587, 114];

export interface PictureHash {
  /** 64 lower-case hex digits for each of the eight orientations, first as the picture is shown. */
  hashes: string[];
  /** 0 to 100: how much there is in the picture. */
  quality: number;
}

/** Hashes one picture from its rows, so that it need not be in memory as a whole. */
export class PictureHasher {
  readonly #width: number;
  readonly #height: number;
  readonly #boxWidth: number;
  readonly #boxHeight: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #sums: Float64Array;
  #row = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#boxWidth = Math.ceil(width / MAX_SIDE);
    this.#boxHeight = Math.ceil(height / MAX_SIDE);
    this.#columns = Math.ceil(width / this.#boxWidth);
    this.#rows = Math.ceil(height / this.#boxHeight);
    this.#sums = new Float64Array(this.#columns * this.#rows);
  }

  /** @param pixels whole rows from top to bottom: red, green, blue and, with four channels, one that is ignored */
  addRows(pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4): void {
    const [boxWidth, width, sums] = [this.#boxWidth * channels, this.#width * channels, this.#sums];
    for (let start = 0; start < pixels.length; start += width, this.#row += 1) {
      let box = Math.floor(this.#row / this.#boxHeight) * this.#columns;
      const rowEnd = start + width;
      for (let at = start; at < rowEnd; box += 1) {
        const end = Math.min(at + boxWidth, rowEnd);
        let sum = sums[box] as number;
        for (; at < end; at += channels)
          sum +=
            RED * (pixels[at] as number) +
            GREEN * (pixels[at + 1] as number) +
            BLUE * (pixels[at + 2] as number);
        sums[box] = sum;
      }
    }
  }

  /** @returns undefined if the picture is too narrow */
  finish(): PictureHash | undefined {
    if (this.#row !== this.#height) throw new Error(`Got ${this.#row} rows of ${this.#height}.`);
    if (Math.min(this.#width, this.#height) < MIN_SIDE) return undefined;
    this.#average();
    blur(this.#sums, this.#columns, this.#rows);
    const square = decimate(this.#sums, this.#columns, this.#rows);
    const frequencies = transform(square);
    return {
      hashes: ORIENTATIONS.map((orientation) => bitsOf(oriented(frequencies, orientation))),
      quality: qualityOf(square),
    };
  }

  /** Turns sums into the luminance of each box. */
  #average(): void {
    const [boxWidth, boxHeight, columns, sums] = [this.#boxWidth, this.#boxHeight, this.#columns, this.#sums];
    for (let row = 0, at = 0; row < this.#rows; row += 1) {
      const height = Math.min(boxHeight, this.#height - row * boxHeight);
      for (let column = 0; column < columns; column += 1, at += 1)
        sums[at] =
          (sums[at] as number) / (1000 * Math.min(boxWidth, this.#width - column * boxWidth) * height);
    }
  }
}

/** Blurs with a tent, as wide as the pixels that one of 64 stands for: two box filters along each axis (Jarosz). */
function blur(picture: Float64Array, columns: number, rows: number): void {
  const blurred = new Float64Array(Math.max(columns, rows));
  for (let pass = 0; pass < BLUR_PASSES; pass += 1) {
    for (let row = 0; row < rows; row += 1) blurLine(picture, blurred, row * columns, 1, columns);
    for (let column = 0; column < columns; column += 1) blurLine(picture, blurred, column, columns, rows);
  }
}

/** Averages each value of a line with its neighbors, as far as the line goes. @param blurred overwritten */
function blurLine(
  picture: Float64Array,
  blurred: Float64Array,
  start: number,
  step: number,
  length: number,
): void {
  const size = Math.ceil(length / (BLUR_PASSES * SIDE));
  const after = Math.floor(size / 2);
  const before = size - 1 - after;
  let sum = 0;
  for (let at = -after; at < length; at += 1) {
    if (at + after < length) sum += picture[start + (at + after) * step] as number;
    if (at - before > 0) sum -= picture[start + (at - before - 1) * step] as number;
    if (at < 0) continue;
    const count = Math.min(at + after, length - 1) - Math.max(at - before, 0) + 1;
    blurred[at] = sum / count;
  }
  for (let at = 0; at < length; at += 1) picture[start + at * step] = blurred[at] as number;
}

/** Takes the values at the centers of 64x64 fields. */
function decimate(picture: Float64Array, columns: number, rows: number): Float64Array {
  const place = (at: number, length: number) => Math.floor(((at + 0.5) * length) / SIDE);
  const square = new Float64Array(SIDE ** 2);
  for (let at = 0; at < square.length; at += 1)
    square[at] = picture[place(Math.floor(at / SIDE), rows) * columns + place(at % SIDE, columns)] as number;
  return square;
}

/** Sums up the differences between neighbors, in steps of a percent so that only visible ones count. */
function qualityOf(square: Float64Array): number {
  let sum = 0;
  const add = (one: number, other: number) => {
    sum += Math.trunc((Math.abs((square[one] as number) - (square[other] as number)) * 100) / 255);
  };
  for (let at = 0; at < square.length; at += 1) {
    if (at + SIDE < square.length) add(at, at + SIDE);
    if (at % SIDE < SIDE - 1) add(at, at + 1);
  }
  return Math.min(100, Math.floor(sum / 90));
}

/**
 * Cosines of frequencies 1 to 16. In single precision, because engines differ in the last bit of a cosine. Without the scale
 * of the transform, which changes no comparison.
 */
const COSINES = Float32Array.from({ length: FREQUENCIES * SIDE }, (_, at) =>
  Math.cos((Math.PI / (2 * SIDE)) * (Math.floor(at / SIDE) + 1) * (2 * (at % SIDE) + 1)),
);

/** The lowest 16x16 frequencies of the discrete cosine transform, without the constant ones. */
function transform(square: Float64Array): Float64Array {
  const vertical = new Float64Array(FREQUENCIES * SIDE);
  for (let row = 0; row < FREQUENCIES; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      let sum = 0;
      for (let at = 0; at < SIDE; at += 1)
        sum += (COSINES[row * SIDE + at] as number) * (square[at * SIDE + column] as number);
      vertical[row * SIDE + column] = sum;
    }
  const both = new Float64Array(BITS);
  for (let row = 0; row < FREQUENCIES; row += 1)
    for (let column = 0; column < FREQUENCIES; column += 1) {
      let sum = 0;
      for (let at = 0; at < SIDE; at += 1)
        sum += (vertical[row * SIDE + at] as number) * (COSINES[column * SIDE + at] as number);
      both[row * FREQUENCIES + column] = sum;
    }
  return both;
}

interface Orientation {
  /** Left and right change places, then top and bottom, then rows become columns. */
  mirrored: boolean;
  upsideDown: boolean;
  transposed: boolean;
}

const ORIENTATIONS: readonly Orientation[] = [false, true].flatMap((transposed) =>
  [false, true].flatMap((upsideDown) =>
    [false, true].map((mirrored) => ({ mirrored, upsideDown, transposed })),
  ),
);

/** Frequencies of the picture in another orientation: mirroring negates those of odd number along its axis. */
function oriented(
  frequencies: Float64Array,
  { mirrored, upsideDown, transposed }: Orientation,
): Float64Array {
  return frequencies.map((_, at) => {
    const [one, other] = [Math.floor(at / FREQUENCIES), at % FREQUENCIES];
    const [row, column] = transposed ? [other, one] : [one, other];
    const isNegated = (mirrored && column % 2 === 0) !== (upsideDown && row % 2 === 0);
    return (frequencies[row * FREQUENCIES + column] as number) * (isNegated ? -1 : 1);
  });
}

/** A bit for each frequency above the median, the highest frequencies first. */
function bitsOf(frequencies: Float64Array): string {
  const median = frequencies.slice().sort()[BITS / 2 - 1] as number;
  let digits = "";
  for (let at = BITS - 1; at >= 0; at -= 4) {
    let digit = 0;
    for (let bit = 0; bit < 4; bit += 1)
      digit = digit * 2 + ((frequencies[at - bit] as number) > median ? 1 : 0);
    digits += digit.toString(16);
  }
  return digits;
}
