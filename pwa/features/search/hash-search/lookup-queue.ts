/** Looks up hashes: saved posts on the device at once, the archive in batches of a hundred, and queued ones when back online. */
import { MAX_HASHES } from "#shared/contracts/files.ts";
import type { HashHit } from "#shared/entities/archive-file.ts";
import { HttpError, NetworkError, TimeoutError } from "../../../api/errors.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";

/** Delay of a request to collect hashes, while files are being hashed. */
const GATHER_MS = 400;
const MAX_GATHER_MS = 5_000;
/** Delay between two requests, to limit the load of the server. */
const GAP_MS = 100;
/** Delay after a failure; doubled up to MAX_RETRY_DELAY_MS. */
const RETRY_DELAY_MS = 10_000;
const MAX_RETRY_DELAY_MS = 5 * 60_000;

export interface AskerEvents {
  /** Called with results; null if the archive lacks the file. */
  onAnswers: (answers: ReadonlyMap<string, HashHit | null>) => void;
  onSaved: (places: ReadonlyMap<string, SavedLocation[]>) => void;
  /** Called with hashes queued until the device is online. */
  onQueued: (hashes: readonly string[]) => void;
  /** Called with hashes that no saved post has, while the archive may not be asked. */
  onLocal: (hashes: readonly string[]) => void;
  /** Called with hashes that the server rejected; they are not retried. */
  onRefused: (hashes: readonly string[]) => void;
}

/** Data sources; replaced in tests. */
export interface Sources {
  findSaved: (hashes: readonly string[]) => Promise<ReadonlyMap<string, SavedLocation[]>>;
  /** Finds which of at most MAX_HASHES files the archive has. @throws the errors of `call` */
  search: (hashes: readonly string[], signal: AbortSignal) => Promise<HashHit[]>;
  isOnline?: () => boolean;
  /** True while nothing may be asked of the archive. */
  isLocal: () => boolean;
}

export class LookupQueue {
  private readonly waiting = new Set<string>();
  /** Hashes found in saved posts. */
  private readonly saved = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dueAt = Number.POSITIVE_INFINITY;
  private asking: AbortController | undefined;
  private failures = 0;
  private gatherMs = GATHER_MS;
  /** Number of `clear` calls; results of earlier turns are dropped. */
  private turn = 0;

  constructor(
    private readonly events: AskerEvents,
    private readonly sources: Sources,
  ) {}

  /** @param isLast no more files are being hashed, so the request is sent at once */
  async add(hashes: readonly string[], isLast: boolean): Promise<void> {
    const { turn } = this;
    const places = await this.sources.findSaved(hashes).catch(() => undefined); // an unreadable database has no posts
    if (turn !== this.turn) return;
    for (const hash of hashes) this.waiting.add(hash);
    for (const hash of places?.keys() ?? []) this.saved.add(hash);
    if (places !== undefined && places.size > 0) this.events.onSaved(places);
    if (this.waiting.size === 0) return;
    if (this.sources.isLocal()) this.endLocally();
    else if (this.isOnline()) this.schedule(isLast || this.waiting.size >= MAX_HASHES ? 0 : this.gatherMs);
    else this.queue();
  }

  /** Retries at once; called when the connection is back. */
  retry(): void {
    this.failures = 0;
    if (this.waiting.size > 0) this.schedule(0);
  }

  /** Ends pending lookups without the archive. */
  endLocally(): void {
    const left = [...this.waiting].filter((hash) => !this.saved.has(hash));
    this.clear();
    this.events.onLocal(left);
  }

  /** Drops all pending lookups. */
  clear(): void {
    this.turn++;
    this.waiting.clear();
    this.saved.clear();
    this.asking?.abort();
    clearTimeout(this.timer);
    this.dueAt = Number.POSITIVE_INFINITY;
    this.failures = 0;
    this.gatherMs = GATHER_MS;
  }

  private isOnline(): boolean {
    return (this.sources.isOnline ?? (() => navigator.onLine))();
  }

  /** Schedules a request, unless an earlier one is scheduled. */
  private schedule(ms: number): void {
    const at = performance.now() + ms;
    if (this.asking !== undefined || at >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  private async ask(): Promise<void> {
    this.dueAt = Number.POSITIVE_INFINITY;
    const hashes = [...this.waiting].slice(0, MAX_HASHES);
    if (hashes.length === 0) return;
    this.gatherMs = Math.min(MAX_GATHER_MS, this.gatherMs * 2);
    const controller = new AbortController();
    this.asking = controller;
    const pause = await this.askArchive(hashes, controller.signal);
    this.asking = undefined;
    if (this.waiting.size > 0) this.schedule(controller.signal.aborted ? 0 : pause);
  }

  /** @returns delay of the next request in milliseconds */
  private async askArchive(hashes: readonly string[], signal: AbortSignal): Promise<number> {
    try {
      if (!this.isOnline()) throw new NetworkError("offline");
      const hits = await this.sources.search(hashes, signal);
      if (signal.aborted) return 0;
      this.failures = 0;
      this.drop(hashes);
      const known = new Map(hits.map((hit) => [hit.hash, hit]));
      this.events.onAnswers(new Map(hashes.map((hash) => [hash, known.get(hash) ?? null])));
      return GAP_MS;
    } catch (error) {
      if (signal.aborted) return 0;
      return this.fail(error, hashes);
    }
  }

  private fail(error: unknown, hashes: readonly string[]): number {
    if (!passes(error)) {
      this.drop(hashes);
      this.events.onRefused(hashes);
      return GAP_MS;
    }
    this.queue();
    const until = error instanceof HttpError ? (error.retryAt ?? 0) - Date.now() : 0;
    return Math.max(until, Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** this.failures++));
  }

  private queue(): void {
    this.drop([...this.saved]);
    if (this.waiting.size > 0) this.events.onQueued([...this.waiting]);
  }

  private drop(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.waiting.delete(hash);
      this.saved.delete(hash);
    }
  }
}

/** True for temporary errors: offline, rate limit, maintenance, server error. */
function passes(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof HttpError && (error.status === 429 || error.status >= 500);
}
