/** Caches the last result of a costly query while nothing changes; concurrent requests share one load. */
import { LRUCache } from "lru-cache";
import type { Change, Changes, Topic } from "../db/changes.ts";

/** Maximum age in milliseconds while change notifications are unavailable. */
const UNCONFIRMED_MAX_AGE_MS = 5_000;
/** Age in milliseconds after which an apparently unchanged result is refreshed in the background. */
const REFRESH_AGE_MS = 30_000;
/** Consecutive changes that are shown immediately; further ones are throttled. */
const BURST = 3;
export const REFILL_MS = 5_000;

export interface Cached<T> {
  value: T;
  /** False if the value may be outdated. */
  sure: boolean;
}

interface Entry<T> {
  value: T;
  version: number | undefined;
  at: number;
}

/**
 * @param topics of the data in the result
 * @param load gets the previous result, and returns it if nothing differs; failures are not cached
 */
export function cachedWhileUnchanged<S extends { changes: Changes }, T>(
  topics: Topic[],
  load: (services: S, previous: T | undefined) => Promise<T>,
): (services: S) => Promise<Cached<T>> {
  let entry: Entry<T> | undefined;
  let loading: { version: number | undefined; done: Promise<T> } | undefined;
  const allowed = allowance(BURST, REFILL_MS);

  const begin = (services: S): Promise<T> => {
    const version = services.changes.version(...topics); // before the query, so that later changes are not missed
    const at = performance.now();
    const done = load(services, entry?.value).then((value) => {
      entry = { value, version, at };
      return value;
    });
    const started = { version, done };
    loading = started;
    const end = () => {
      if (loading === started) loading = undefined;
    };
    done.then(end, end);
    return done;
  };

  return async (services) => {
    // A load in progress may have started before the change, so at most one further load is awaited.
    for (let turn = 0; turn < 2 && loading !== undefined; turn++) {
      const { version, done } = loading;
      if (version === services.changes.version(...topics))
        return { value: await done, sure: version !== undefined };
      await done.catch(() => {});
    }
    const version = services.changes.version(...topics);
    const sure = version !== undefined;
    if (entry === undefined) return { value: await begin(services), sure };
    const age = performance.now() - entry.at;
    if (sure && entry.version === version) {
      if (age > REFRESH_AGE_MS && loading === undefined) begin(services).catch(() => {}); // retried at the next request
      return { value: entry.value, sure };
    }
    if (loading !== undefined || (!sure && age < UNCONFIRMED_MAX_AGE_MS) || !allowed())
      return { value: entry.value, sure: false };
    return { value: await begin(services), sure };
  };
}

/** Token bucket: true `burst` times immediately, then once per interval. */
function allowance(burst: number, intervalMs: number): () => boolean {
  let left = burst;
  let filled = performance.now();
  return () => {
    const now = performance.now();
    const gained = Math.floor((now - filled) / intervalMs);
    if (gained > 0) {
      left = Math.min(burst, left + gained);
      filled += gained * intervalMs;
    }
    if (left === 0) return false;
    left--;
    return true;
  };
}

/** Caches results by key while their topics are unchanged. */
export class VersionedCache<T> {
  readonly #topics: readonly Change[];
  readonly #entries: LRUCache<string, { value: T; version: number }>;
  readonly #isLasting: (value: T) => boolean;

  /**
   * @param limit of entries, or of their total size if sizes vary widely
   * @param isLasting false for a value that may differ next time even without changes
   */
  constructor(
    topics: readonly Change[],
    limit: { max: number } | { maxSize: number; sizeOf: (value: T) => number },
    isLasting: (value: T) => boolean = () => true,
  ) {
    this.#topics = topics;
    this.#isLasting = isLasting;
    this.#entries =
      "max" in limit
        ? new LRUCache(limit)
        : new LRUCache({
            maxSize: limit.maxSize,
            sizeCalculation: ({ value }, key) => key.length + limit.sizeOf(value),
          });
  }

  /** Total size of all values by `sizeOf`. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  async get(changes: Changes, key: string, read: () => Promise<T>): Promise<T> {
    const version = changes.version(...this.#topics);
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.version === version) return entry.value;
    const value = await read();
    if (version !== undefined && this.#isLasting(value)) this.#entries.set(key, { value, version });
    return value;
  }
}

/** Caches values that are read in batches, while their topics are unchanged. */
export class VersionedValues<T> {
  readonly #topics: readonly Topic[];
  readonly #entries: LRUCache<string, { value: T; version: number }>;

  /** @param limit of the total size */
  constructor(topics: readonly Topic[], limit: { maxSize: number; sizeOf: (value: T) => number }) {
    this.#topics = topics;
    this.#entries = new LRUCache({
      maxSize: limit.maxSize,
      sizeCalculation: ({ value }, key) => key.length + limit.sizeOf(value),
    });
  }

  /** @param read reads the values at these positions of `keys`, undefined if missing */
  async get(
    changes: Changes,
    keys: readonly string[],
    read: (missing: readonly number[]) => Promise<readonly (T | undefined)[]>,
  ): Promise<(T | undefined)[]> {
    const version = changes.version(...this.#topics);
    const values = keys.map((key) => {
      const entry = this.#entries.get(key);
      return version !== undefined && entry?.version === version ? entry.value : undefined;
    });
    const missing = keys.flatMap((_, at) => (values[at] === undefined ? [at] : []));
    if (missing.length === 0) return values;
    const found = await read(missing);
    for (const [at, index] of missing.entries()) {
      const value = found[at];
      values[index] = value;
      if (version !== undefined && value !== undefined)
        this.#entries.set(keys[index] ?? "", { value, version });
    }
    return values;
  }
}
