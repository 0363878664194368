/** Request deadlines: a request's statements are canceled with it, so that nothing is written after a 503 (decision 0025). */
import type { Sql } from "../db/client.ts";
import { unavailable } from "./errors.ts";

export const TOO_SLOW = "The archive took too long to answer.";
/** Grace period in milliseconds for canceled work to end, or for a commit already sent. */
const GRACE = 1_000;

/**
 * Runs work and aborts its signal after `limit` milliseconds. Its result still counts: a commit in progress
 * gives a normal response.
 * @throws HttpError 503 past the limit
 */
export async function withDeadline<T>(limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = unavailable(TOO_SLOW);
      abort.abort(reason);
      timer = setTimeout(() => reject(reason), GRACE);
    }, limit);
  });
  try {
    return await Promise.race([work(abort.signal), timedOut]);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Wraps the pool for one request: aborting the signal cancels running statements and rejects further ones. For
 * transactions use `transaction` of db/tx.ts with the same signal.
 */
export function cancelable(sql: Sql, signal: AbortSignal): Sql {
  const pending = new Set<ReturnType<Sql["unsafe"]>>();
  function track<T>(made: T): T {
    if (!(made instanceof Promise)) return made; // a name or a list of values
    signal.throwIfAborted();
    const query = made as unknown as ReturnType<Sql["unsafe"]>;
    pending.add(query);
    const end = () => pending.delete(query);
    // The driver runs a query when its own `then` is called, which must not happen for fragments.
    Promise.prototype.then.call(query, end, end);
    return made;
  }
  const cancel = () => {
    for (const query of pending) query.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  const call = (...args: Parameters<Sql>) => track(sql(...args));
  const overrides = {
    unsafe: (...args: Parameters<Sql["unsafe"]>) => track(sql.unsafe(...args)),
    begin: () => {
      throw new Error("A request opens transactions with `transaction` of db/tx.ts.");
    },
  };
  // Inherits the rest: copying it for each request would take longer than most handlers.
  return Object.assign(Object.setPrototypeOf(call, sql), overrides) as Sql;
}
