/** Allows one request at a time per upload. The library's own locker polls in every turn of the event loop. */
import type { Lock, Locker } from "@tus/server";
import { unavailable } from "../../http/errors.ts";

interface Held {
  /** Asks the request that holds the lock to end. */
  requestRelease: () => void;
  released: Promise<void>;
  release: () => void;
}

/** Lock timeout, longer than the library's grace period for a request asked to end. */
const WAIT_MS = 15_000;

/** Locks within this process. Between processes, the upload's row decides whose bytes count. */
export class QueueLocker implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    let held: Held | undefined;
    return {
      lock: async (signal, requestRelease) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
        for (;;) {
          const other = this.#held.get(id);
          if (other === undefined) break;
          other.requestRelease();
          if (!(await settled(other.released, limit))) throw unavailable("This upload is busy.");
        }
        let release = () => {};
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        held = { requestRelease: () => void requestRelease(), released, release };
        this.#held.set(id, held);
      },
      unlock: async () => {
        if (held === undefined) return;
        this.#held.delete(id);
        held.release();
      },
    };
  }
}

/** @returns false if the signal came first */
async function settled(work: Promise<void>, signal: AbortSignal): Promise<boolean> {
  return await new Promise((resolve) => {
    const onAbort = () => resolve(false);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    void work.then(() => {
      signal.removeEventListener("abort", onAbort);
      resolve(true);
    });
  });
}
