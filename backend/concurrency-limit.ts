/** Limits how much expensive work runs concurrently, and how much is queued. */
export class ConcurrencyLimit {
  #running = 0;
  readonly #queue: (() => void)[] = [];
  readonly #concurrency: number;
  readonly #maxQueued: number;
  readonly #busyError: () => Error;

  constructor({
    concurrency,
    maxQueued,
    busyError,
  }: { concurrency: number; maxQueued: number; busyError: () => Error }) {
    this.#concurrency = concurrency;
    this.#maxQueued = maxQueued;
    this.#busyError = busyError;
  }

  /** Runs the work when a slot is free. @throws `busyError` if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      return;
    }
    if (this.#queue.length >= this.#maxQueued) throw this.#busyError();
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** Passes the slot directly to the next in the queue, so that no other call can take it in between. */
  #release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
