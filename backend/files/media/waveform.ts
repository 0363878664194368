/** Samples per second that a waveform is made of. */
export const SAMPLE_RATE = 8_000;
const PEAKS = 200;
/** Samples of the moments whose loudest sample is kept: 50 ms. */
const MOMENT = 400;
const BYTES = 2;

/** Loudest moments of a sound of unknown length. */
export class Waveform {
  readonly #moments: number[] = [];
  #loudest = 0;
  #samples = 0;
  /** First half of a sample, if its second half comes with the next bytes. */
  #rest: Buffer = Buffer.alloc(0);

  /** @param bytes samples of 16 bits, little-endian, of one channel */
  add(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = all.length - (all.length % BYTES);
    for (let at = 0; at < end; at += BYTES) {
      this.#loudest = Math.max(this.#loudest, Math.abs(all.readInt16LE(at)));
      this.#samples += 1;
      if (this.#samples % MOMENT === 0) this.#endMoment();
    }
    this.#rest = all.subarray(end);
  }

  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Equal parts of the sound, relative to the loudest, 0 to 100; undefined of silence. */
  peaks(): number[] | undefined {
    if (this.#samples % MOMENT !== 0) this.#endMoment();
    const moments = this.#moments;
    const loudest = moments.reduce((most, moment) => Math.max(most, moment), 0);
    if (loudest === 0) return undefined;
    const count = Math.min(PEAKS, moments.length);
    return Array.from({ length: count }, (_, part) => {
      const first = Math.floor((part * moments.length) / count);
      const last = Math.floor(((part + 1) * moments.length) / count);
      const peak = moments.slice(first, last).reduce((most, moment) => Math.max(most, moment), 0);
      return Math.round((100 * peak) / loudest);
    });
  }

  #endMoment(): void {
    this.#moments.push(this.#loudest);
    this.#loudest = 0;
  }
}
