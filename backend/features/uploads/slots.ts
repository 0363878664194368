/** Limits concurrent upload requests, so that one sender with stalled connections cannot block others. */
import { TOO_MANY_OF_YOURS, TOO_MANY_UPLOADS } from "#shared/contracts/uploads.ts";
import { tooManyRequests, unavailable } from "../../http/errors.ts";

/** One sender's share of the slots. */
const SHARE = 1 / 4;
const RETRY_AFTER_SECONDS = 2;

export class Slots {
  readonly #all: number;
  readonly #each: number;
  readonly #taken = new Map<number | string, number>();
  #running = 0;

  constructor(all: number) {
    this.#all = all;
    this.#each = Math.ceil(all * SHARE);
  }

  /** @param sender id of an account, or an address @throws HttpError 429 if the sender's share is used up, 503 if all slots are taken */
  async hold<T>(sender: number | string, work: () => Promise<T>): Promise<T> {
    const running = this.#taken.get(sender) ?? 0;
    if (running >= this.#each) throw tooManyRequests(TOO_MANY_OF_YOURS, RETRY_AFTER_SECONDS);
    if (this.#running >= this.#all) throw unavailable(TOO_MANY_UPLOADS);
    this.#running += 1;
    this.#taken.set(sender, running + 1);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      const left = (this.#taken.get(sender) ?? 1) - 1;
      if (left > 0) this.#taken.set(sender, left);
      else this.#taken.delete(sender);
    }
  }
}
