/** Which answer a visitor may still hold: entity tags, and when one may be confirmed without asking the database (decision 0010). */
import { hash } from "node:crypto";
import type { Changes, Topic } from "../db/changes.ts";

const LARGEST = 10_000;
const LONGEST_KEY = 600;
/** However sure the marker is, an answer is made anew this often: some depend on the clock. */
const KEPT = 30_000;

interface Entry {
  etag: string;
  version: number;
  until: number;
}

/** Weak: the same answer goes out in several encodings under the one tag. */
export function etagOf(bytes: string | Buffer): string {
  return `W/"${hash("sha1", bytes, "base64url")}"`;
}

/** Remembers the tags of the last answers by their address. */
export class Validators {
  readonly #changes: Changes;
  readonly #entries = new Map<string, Entry>(); // oldest use first

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Before the query: the state of the topics that its answer will be remembered under; one of no topic never changes. */
  version(topics: readonly Topic[]): number | undefined {
    return topics.length === 0 ? 0 : this.#changes.version(...topics);
  }

  /** The tag the address has now, where that is known without a query. */
  current(key: string, topics: readonly Topic[]): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.version !== this.version(topics) || performance.now() > entry.until) return undefined;
    this.#entries.set(key, entry);
    return entry.etag;
  }

  /** @param version read before the query ran; an answer from an uncertain time is not remembered */
  remember(key: string, etag: string, version: number | undefined): void {
    if (version === undefined || key.length > LONGEST_KEY) return;
    this.#entries.delete(key);
    this.#entries.set(key, { etag, version, until: performance.now() + KEPT });
    if (this.#entries.size <= LARGEST) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
