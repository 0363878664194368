/** Transfer rate over the last seconds. Times are milliseconds, amounts bytes. */

const WINDOW_MS = 8_000;
/** Before that a rate would be a guess. */
const FIRST_MS = 1_000;

export class Pace {
  private marks: { at: number; done: number }[] = [];

  /** @param done from the beginning on */
  note(done: number, at: number): void {
    this.marks.push({ at, done });
    while (this.marks.length > 2 && (this.marks[1]?.at ?? at) < at - WINDOW_MS) this.marks.shift();
  }

  /** Resets the rate, after a pause. */
  forget(): void {
    this.marks = [];
  }

  /** Bytes a second; undefined while there are too few samples. */
  rate(): number | undefined {
    const [first] = this.marks;
    const last = this.marks.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < FIRST_MS) return undefined;
    return ((last.done - first.done) / (last.at - first.at)) * 1000;
  }

  /** Seconds for so many bytes more. */
  left(bytes: number): number | undefined {
    const rate = this.rate();
    return rate === undefined || rate <= 0 ? undefined : bytes / rate;
  }
}
