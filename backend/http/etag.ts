/** Entity tags of the last answers, and when one may be confirmed without a query (decision 0010). */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../db/changes.ts";

const MAX_ENTRIES = 10_000;
const MAX_KEY_LENGTH = 600;
/** However sure the marker is, an answer is rebuilt this often: some depend on the clock. In milliseconds. */
const MAX_AGE = 30_000;

/** Weak: the same answer goes out in several encodings under the one tag. */
export function etagOf(bytes: string | Buffer): string {
  return `W/"${hash("sha1", bytes, "base64url")}"`;
}

/** The tags of the last answers by their address. */
export class EtagStore {
  readonly #changes: Changes;
  readonly #entries = new LRUCache<string, { etag: string; version: number }>({
    max: MAX_ENTRIES,
    ttl: MAX_AGE,
  });

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Before the query: the state of the topics that its answer is stored under; one of no topic never changes. */
  version(topics: readonly Topic[]): number | undefined {
    return topics.length === 0 ? 0 : this.#changes.version(...topics);
  }

  /** The tag the address has now, where that is known without a query. */
  get(key: string, topics: readonly Topic[]): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.version === this.version(topics)) return entry.etag;
    this.#entries.delete(key);
    return undefined;
  }

  /** @param version read before the query ran; an answer from an uncertain time is not stored */
  set(key: string, etag: string, version: number | undefined): void {
    if (version !== undefined && key.length <= MAX_KEY_LENGTH) this.#entries.set(key, { etag, version });
  }
}
