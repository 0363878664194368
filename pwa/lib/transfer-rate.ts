/** Transfer rate over the last seconds. Times are milliseconds, amounts bytes. */

const WINDOW_MS = 8_000;
/** Minimum time before a rate is reported. */
const FIRST_MS = 1_000;

export class TransferRate {
  private marks: { at: number; done: number }[] = [];

  /** @param done total so far */
  note(done: number, at: number): void {
    this.marks.push({ at, done });
    while (this.marks.length > 2 && (this.marks[1]?.at ?? at) < at - WINDOW_MS) this.marks.shift();
  }

  /** Resets the rate, after a pause. */
  forget(): void {
    this.marks = [];
  }

  /** Bytes per second; undefined with too few samples. */
  rate(): number | undefined {
    const [first] = this.marks;
    const last = this.marks.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < FIRST_MS) return undefined;
    return ((last.done - first.done) / (last.at - first.at)) * 1000;
  }

  /** Seconds needed for the remaining bytes. */
  left(bytes: number): number | undefined {
    const rate = this.rate();
    return rate === undefined || rate <= 0 ? undefined : bytes / rate;
  }
}
