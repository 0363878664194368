/** Stores recent ETags, to confirm them without a query (decision 0010). */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../db/changes.ts";

const MAX_ENTRIES = 10_000;
const MAX_KEY_LENGTH = 600;
/** Maximum age in milliseconds even without changes, since some responses depend on the clock. */
const MAX_AGE = 30_000;

/** Weak ETag, since all encodings of a response share it. */
export function etagOf(bytes: string | Buffer): string {
  return `W/"${hash("sha1", bytes, "base64url")}"`;
}

/** Recent ETags by URL. */
export class EtagStore {
  readonly #changes: Changes;
  readonly #entries = new LRUCache<string, { etag: string; version: number }>({
    max: MAX_ENTRIES,
    ttl: MAX_AGE,
  });

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Returns the version of the topics; call before the query. Without topics it never changes. */
  version(topics: readonly Topic[]): number | undefined {
    return topics.length === 0 ? 0 : this.#changes.version(...topics);
  }

  /** Current ETag of a URL, if known without a query. */
  get(key: string, topics: readonly Topic[]): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.version === this.version(topics)) return entry.etag;
    this.#entries.delete(key);
    return undefined;
  }

  /** @param version read before the query; undefined stores nothing */
  set(key: string, etag: string, version: number | undefined): void {
    if (version !== undefined && key.length <= MAX_KEY_LENGTH) this.#entries.set(key, { etag, version });
  }
}
