/** Bounds how much expensive work runs at once, and how much waits for it. */
export class Slots {
  #running = 0;
  readonly #queue: (() => void)[] = [];
  readonly #atOnce: number;
  readonly #waiting: number;
  readonly #refusal: () => Error;

  constructor({ atOnce, waiting, refusal }: { atOnce: number; waiting: number; refusal: () => Error }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
    this.#refusal = refusal;
  }

  /** Runs the work when its turn comes. @throws the refusal where too much waits already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#queue.length >= this.#waiting) throw this.#refusal();
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** The slot goes to the next in the queue directly, so that no other can take it in between. */
  #release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
