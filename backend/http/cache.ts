/** Keeps the last result of a costly question while nothing changes; many askers at once share one answer. */
import type { Changes, Topic } from "../db/changes.ts";

/** Where changes cannot be heard of, a result is this old at most. */
const UNSURE = 5_000;
/** A result that nothing seems to have changed is still made anew behind the askers' backs. */
const SURE = 30_000;
/** Changes one after the other are shown at once; many in a row only this often. */
const BURST = 3;
const EVERY = 5_000;

export interface ManagedProcess<T> {
  value: T;
  /** False where a change is known or possible that the value does not show yet. */
  sure: boolean;
}

interface Made<T> {
  value: T;
  version: number | undefined;
  at: number;
}

/**
 * @param topics what the result is made of
 * @param load is given the former result, to hand it back where nothing differs; a failure is not kept
 */
export function keptWhileUnchanged<S extends { changes: Changes }, T>(
  topics: Topic[],
  load: (services: S, former: T | undefined) => Promise<T>,
): (services: S) => Promise<ManagedProcess<T>> {
  let kept: Made<T> | undefined;
  let loading: { version: number | undefined; done: Promise<T> } | undefined;
  const allowed = allowance(BURST, EVERY);

  const begin = (services: S): Promise<T> => {
    const version = services.changes.version(...topics); // before the query, so that nothing after it is taken as shown
    const at = performance.now();
    const done = load(services, kept?.value).then((value) => {
      kept = { value, version, at };
      return value;
    });
    const own = { version, done };
    loading = own;
    const end = () => {
      if (loading === own) loading = undefined;
    };
    done.then(end, end);
    return done;
  };

  return async (services) => {
    // One that is under way may have begun before the change: then the next is waited for, but not the one after it.
    for (let turn = 0; turn < 2 && loading !== undefined; turn++) {
      const { version, done } = loading;
      if (version === services.changes.version(...topics))
        return { value: await done, sure: version !== undefined };
      await done.catch(() => {});
    }
    const version = services.changes.version(...topics);
    const sure = version !== undefined;
    if (kept === undefined) return { value: await begin(services), sure };
    const age = performance.now() - kept.at;
    if (sure && kept.version === version) {
      if (age > SURE && loading === undefined) begin(services).catch(() => {}); // tried again at the next request
      return { value: kept.value, sure };
    }
    if (loading !== undefined || (!sure && age < UNSURE) || !allowed())
      return { value: kept.value, sure: false };
    return { value: await begin(services), sure };
  };
}

/** Says yes `burst` times at once and then every so many milliseconds. */
function allowance(burst: number, every: number): () => boolean {
  let left = burst;
  let filled = performance.now();
  return () => {
    const now = performance.now();
    const gained = Math.floor((now - filled) / every);
    if (gained > 0) {
      left = Math.min(burst, left + gained);
      filled += gained * every;
    }
    if (left === 0) return false;
    left--;
    return true;
  };
}

/** Small results by key, each used only while nothing has changed since before it was read. */
export class Unchanged<T> {
  readonly #topics: Topic[];
  readonly #largest: number;
  readonly #kept = new Map<string, { value: T; version: number }>(); // oldest first

  constructor(topics: Topic[], largest: number) {
    this.#topics = topics;
    this.#largest = largest;
  }

  async get(changes: Changes, key: string, read: () => Promise<T>): Promise<T> {
    const version = changes.version(...this.#topics);
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.version === version) return kept.value;
    const value = await read();
    this.#kept.delete(key);
    if (version !== undefined) this.#kept.set(key, { value, version });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#largest) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
