/** Caches the last result of a costly query while nothing changes; concurrent requests share one load. */
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../db/changes.ts";

/** Where changes are not notified, a result is this old at most. In milliseconds. */
const UNSURE = 5_000;
/** A result that nothing seems to have changed is still refreshed in the background. */
const SURE = 30_000;
/** The first changes in a row are shown at once; further ones only this often. */
const BURST = 3;
const EVERY = 5_000;

export interface Cached<T> {
  value: T;
  /** False where a change is known or possible that the value does not show yet. */
  sure: boolean;
}

interface Entry<T> {
  value: T;
  version: number | undefined;
  at: number;
}

/**
 * @param topics what the result is made of
 * @param load gets the previous result, to return it where nothing differs; a failure is not cached
 */
export function cachedWhileUnchanged<S extends { changes: Changes }, T>(
  topics: Topic[],
  load: (services: S, previous: T | undefined) => Promise<T>,
): (services: S) => Promise<Cached<T>> {
  let entry: Entry<T> | undefined;
  let loading: { version: number | undefined; done: Promise<T> } | undefined;
  const allowed = allowance(BURST, EVERY);

  const begin = (services: S): Promise<T> => {
    const version = services.changes.version(...topics); // before the query, so that no later change counts as shown
    const at = performance.now();
    const done = load(services, entry?.value).then((value) => {
      entry = { value, version, at };
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
    // A load under way may have begun before the change: then the next is awaited, but not the one after it.
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
      if (age > SURE && loading === undefined) begin(services).catch(() => {}); // tried again at the next request
      return { value: entry.value, sure };
    }
    if (loading !== undefined || (!sure && age < UNSURE) || !allowed())
      return { value: entry.value, sure: false };
    return { value: await begin(services), sure };
  };
}

/** A token bucket: true `burst` times at once and then every so many milliseconds. */
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

/** Results by key, each used only while nothing has changed since before it was read. */
export class VersionedCache<T> {
  readonly #topics: readonly Topic[];
  readonly #entries: LRUCache<string, { value: T; version: number }>;
  readonly #isLasting: (value: T) => boolean;

  /**
   * @param limit of entries, or of all their sizes together where values differ much in size
   * @param isLasting false for a value that may differ the next time although nothing has changed
   */
  constructor(
    topics: readonly Topic[],
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

  /** Of all values, as `sizeOf` counts them. */
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

/** Values that are read several at once, each used only while nothing has changed since before it was read. */
export class VersionedValues<T> {
  readonly #topics: readonly Topic[];
  readonly #entries: LRUCache<string, { value: T; version: number }>;

  /** @param limit of all sizes together */
  constructor(topics: readonly Topic[], limit: { maxSize: number; sizeOf: (value: T) => number }) {
    this.#topics = topics;
    this.#entries = new LRUCache({
      maxSize: limit.maxSize,
      sizeCalculation: ({ value }, key) => key.length + limit.sizeOf(value),
    });
  }

  /** @param read the values at these places of `keys`, undefined where there is none */
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
    for (const [at, place] of missing.entries()) {
      const value = found[at];
      values[place] = value;
      if (version !== undefined && value !== undefined)
        this.#entries.set(keys[place] ?? "", { value, version });
    }
    return values;
  }
}
