/** Delays of a loop that can end early. They do not keep the process alive. */
import { setTimeout as sleep } from "node:timers/promises";

export class InterruptibleDelay {
  #early = new AbortController();
  #closed = false;

  /** @param time in milliseconds */
  async wait(time: number): Promise<void> {
    if (this.#closed) return;
    this.#early = new AbortController();
    await sleep(time, undefined, { ref: false, signal: this.#early.signal }).catch(() => {});
  }

  /** Ends the current delay. */
  end(): void {
    this.#early.abort();
  }

  /** Ends the current delay and all later ones. */
  close(): void {
    this.#closed = true;
    this.end();
  }
}
