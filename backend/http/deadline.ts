/** Ends what takes too long: the statements of a request are canceled with it, so that nothing is written after a 503 (decision 0025). */
import type { Sql } from "../db/client.ts";
import { unavailable } from "./errors.ts";

export const TOO_SLOW = "The archive took too long to answer.";
/** For the work to end after its statements were canceled, or for a commit that was already sent. */
const GRACE = 1_000;

/**
 * Runs work whose signal is aborted after `limit` milliseconds. What the work then settles with decides: a commit that
 * was under way is still an answer.
 * @throws HttpError 503 past the limit
 */
export async function withDeadline<T>(limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = unavailable(TOO_SLOW);
      abort.abort(reason);
      timer = setTimeout(() => reject(reason), GRACE);
    }, limit);
  });
  try {
    return await Promise.race([work(abort.signal), late]);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The pool for one request: when the signal is aborted its running statements are canceled and further ones refused. For
 * transactions there is `transaction` of db/tx.ts, which takes the same signal.
 */
export function cancelable(sql: Sql, signal: AbortSignal): Sql {
  const pending = new Set<ReturnType<Sql["unsafe"]>>();
  function track<T>(made: T): T {
    if (!(made instanceof Promise)) return made; // a name or a list of values
    signal.throwIfAborted();
    const query = made as unknown as ReturnType<Sql["unsafe"]>;
    pending.add(query);
    const end = () => pending.delete(query);
    // The driver runs a query when its own `then` is called; a fragment of another query must not be run.
    Promise.prototype.then.call(query, end, end);
    return made;
  }
  const cancel = () => {
    for (const query of pending) query.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  const call = (...args: Parameters<Sql>) => track(sql(...args));
  const own = {
    unsafe: (...args: Parameters<Sql["unsafe"]>) => track(sql.unsafe(...args)),
    begin: () => {
      throw new Error("A request opens transactions with `transaction` of db/tx.ts.");
    },
  };
  // The rest is inherited: copied for each request it takes longer than most handlers.
  return Object.assign(Object.setPrototypeOf(call, sql), own) as Sql;
}
