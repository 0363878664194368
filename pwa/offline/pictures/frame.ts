/** Finds the picture inside of a plain frame, such as the bars of a screenshot. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Difference of a channel up to which a pixel belongs to the frame: what compression does to one color. */
const TOLERANCE = 24;
/** Smaller frames hardly change how a picture looks. */
const MIN_FRAME = 0.01;
/** Smallest share inside: a larger frame is more often a part of a plain picture. */
const MIN_INSIDE = 0.2;

export class FrameFinder {
  readonly #width: number;
  readonly #height: number;
  readonly #color: number[] = [];
  #row = 0;
  #left: number;
  #right = -1;
  #top = -1;
  #bottom = -1;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#left = width;
  }

  /** @param pixels whole rows from top to bottom, four bytes each; the first pixel has the color of the frame */
  addRows(pixels: Uint8ClampedArray): void {
    if (this.#color.length === 0) this.#color.push(...pixels.subarray(0, 3));
    for (let start = 0; start < pixels.length; start += 4 * this.#width, this.#row += 1) {
      let first = 0;
      while (first < this.#width && this.#isFrame(pixels, start + 4 * first)) first += 1;
      if (first === this.#width) continue;
      let last = this.#width - 1;
      while (this.#isFrame(pixels, start + 4 * last)) last -= 1;
      if (this.#top < 0) this.#top = this.#row;
      this.#bottom = this.#row;
      this.#left = Math.min(this.#left, first);
      this.#right = Math.max(this.#right, last);
    }
  }

  /** @returns undefined if there is no frame */
  finish(): Box | undefined {
    if (this.#top < 0) return undefined;
    const [width, height] = [this.#right - this.#left + 1, this.#bottom - this.#top + 1];
    const [wide, high] = [width / this.#width, height / this.#height];
    const hasFrame = Math.min(wide, high) <= 1 - MIN_FRAME;
    if (!hasFrame || Math.min(wide, high) < MIN_INSIDE) return undefined;
    return { left: this.#left, top: this.#top, width, height };
  }

  #isFrame(pixels: Uint8ClampedArray, at: number): boolean {
    return this.#color.every((value, channel) => Math.abs((pixels[at + channel] ?? 0) - value) <= TOLERANCE);
  }
}
