/** Pauses of a loop that end early when there is something to do. They keep no process alive. */
import { setTimeout as sleep } from "node:timers/promises";

export class Pauses {
  #early = new AbortController();
  #closed = false;

  /** @param time in milliseconds */
  async wait(time: number): Promise<void> {
    if (this.#closed) return;
    this.#early = new AbortController();
    await sleep(time, undefined, { ref: false, signal: this.#early.signal }).catch(() => {});
  }

  /** Ends the pause that there is. */
  end(): void {
    this.#early.abort();
  }

  /** Ends it, and later ones as they begin. */
  close(): void {
    this.#closed = true;
    this.end();
  }
}
