/** Downloads all posts in the state `saving`. */
import { NetworkError } from "../../api/errors.ts";
import type { OfflineDb } from "../db/db.ts";
import type { SavedFile, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import type { DownloadQueue } from "./download.ts";
import { CancelledError, isQuotaError, problemOf, SaveError } from "./errors.ts";
import { mayBeListed, saveListing } from "./listing.ts";
import { finishPost, markOf, updateFile } from "./rows.ts";
import { fetchPostText, storeText } from "./text.ts";
import type { PostProgress } from "./worker-api.ts";

const POST_CONCURRENCY = 3;
/** Delay before retrying a failed request while online. */
const RETRY_DELAY_MS = 1_000;

interface Active {
  row: SavedRow;
  stop: AbortController;
  end: Promise<void>;
}

export class Engine {
  private readonly active = new Map<string, Active>();
  /** Canceled posts, not restarted until `allow`: their rows may stay in the state `saving` a moment longer. */
  private readonly stopped = new Set<string>();
  private isFull = false;

  constructor(
    private readonly db: OfflineDb,
    private readonly downloads: DownloadQueue,
    private readonly onMark: (key: string, mark: SavedMark | undefined) => void,
  ) {}

  /** Runs until everything is saved or the device is full. @returns distinct problems */
  async run(): Promise<SaveProblem[]> {
    const problems = new Set<SaveProblem>();
    this.isFull = false;
    for (;;) {
      const rows = this.isFull ? [] : await this.next();
      for (const row of rows) this.begin(row, problems);
      if (this.active.size === 0) break;
      await Promise.race([...this.active.values()].map(({ end }) => end));
    }
    if (this.isFull) await this.finishFull();
    return [...problems];
  }

  /** Deletes partial files first, to free space for writing the rows. Also marks posts not started. */
  private async finishFull(): Promise<void> {
    const halves = await this.db.files.where("isWhole").equals(0).primaryKeys();
    for (const hash of halves) await this.db.parts.where("hash").equals(hash).delete();
    for (const row of await this.db.saved.where("state").equals("saving").toArray())
      await this.finish(row.key, "full").catch(() =>
        // Resumed on the next start.
        this.onMark(row.key, { ...markOf(row), state: "partial" }),
      );
  }

  /** Cancels these posts; resolves when nothing of them is being written. */
  async stop(keys: readonly string[]): Promise<void> {
    const ends = keys.map((key) => {
      this.stopped.add(key);
      const active = this.active.get(key);
      active?.stop.abort();
      this.downloads.cancel(key);
      return active?.end;
    });
    await Promise.all(ends);
  }

  /** True for posts canceled or deleted and not saved again since. */
  wasStopped(key: string): boolean {
    return this.stopped.has(key);
  }

  /** Allows these posts to be saved (again). */
  allow(keys: readonly string[]): void {
    for (const key of keys) this.stopped.delete(key);
  }

  progress(): PostProgress[] {
    return [...this.active.values()].map(({ row }) => this.progressOf(row));
  }

  private async next(): Promise<SavedRow[]> {
    const rows = await this.db.saved.where("state").equals("saving").sortBy("savedAt");
    const free = POST_CONCURRENCY - this.active.size;
    return rows
      .filter(({ key }) => !this.active.has(key) && !this.stopped.has(key))
      .slice(0, Math.max(0, free));
  }

  private begin(row: SavedRow, problems: Set<SaveProblem>): void {
    const active: Active = { row, stop: new AbortController(), end: Promise.resolve() };
    this.active.set(row.key, active);
    active.end = this.save(active)
      .catch(async (error: unknown) => {
        if (active.stop.signal.aborted || error instanceof CancelledError) return;
        const problem = problemOf(error);
        problems.add(problem);
        if (problem === "full") this.stopFull();
        else await this.finish(row.key, problem);
      })
      .catch((error: unknown) => {
        console.warn("The state of a saved post could not be stored.", error);
        this.stopFull();
      })
      .finally(() => this.active.delete(row.key));
  }

  /** Cancels all downloads because the device is full; stored files stay. */
  private stopFull(): void {
    this.isFull = true;
    this.downloads.cancelAll();
  }

  private async save(active: Active): Promise<void> {
    const { signal } = active.stop;
    const { key } = active.row;
    if (active.row.textAt === undefined) {
      const text = await retry(() => this.downloads.inSlot(() => fetchPostText(active.row, signal)), signal);
      const stored = await storeText(this.db, key, text);
      if (stored === undefined) throw new CancelledError();
      active.row = stored;
      this.onMark(key, markOf(stored));
    }
    const wanted = active.row.files.filter(({ state }) => state !== "whole");
    const ends = await Promise.allSettled(wanted.map((file) => this.saveFile(active, file)));
    const full = ends.find((end) => end.status === "rejected" && isQuotaError(end.reason));
    if (full?.status === "rejected") throw full.reason;
    if (this.isFull) throw new SaveError("full");
    if (signal.aborted) throw new CancelledError();
    await this.finish(key);
  }

  /** @throws CancelledError, or what IndexedDB throws; other problems are stored with the file */
  private async saveFile(active: Active, file: SavedFile): Promise<void> {
    const { signal } = active.stop;
    let end: Partial<SavedFile> = { state: "whole" };
    try {
      if (mayBeListed(file)) await retry(() => saveListing(this.db, file.hash, signal), signal);
      end.bytes = await retry(() => this.downloads.fetch(file, active.row.key), signal);
    } catch (error) {
      if (error instanceof CancelledError || signal.aborted || isQuotaError(error)) throw error;
      end = { state: "failed" };
      await this.db.transaction("rw", this.db.saved, this.db.files, (tx) =>
        updateFile(tx, file.hash, { state: "failed", problem: problemOf(error) }),
      );
    }
    const files = active.row.files.map((one) => (one.hash === file.hash ? { ...one, ...end } : one));
    active.row = { ...active.row, files };
    this.onMark(active.row.key, markOf(active.row));
  }

  private async finish(key: string, problem?: SaveProblem): Promise<void> {
    const row = await finishPost(this.db, key, problem);
    this.onMark(key, row === undefined ? undefined : markOf(row));
  }

  private progressOf({ key, title, files }: SavedRow): PostProgress {
    const downloading = files.flatMap((file) =>
      file.state === "waiting" || file.state === "lost" ? (this.downloads.progressOf(file.hash) ?? []) : [],
    );
    const whole = files.filter(({ state }) => state === "whole");
    const sizes = files.map((file) => this.downloads.progressOf(file.hash)?.bytes ?? file.bytes);
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    return {
      key,
      title,
      whole: whole.length,
      total: files.length,
      received: sum(whole.map(({ bytes = 0 }) => bytes)) + sum(downloading.map(({ received }) => received)),
      bytes: sizes.some((size) => size === undefined) ? undefined : sum(sizes.map((size) => size ?? 0)),
      files: downloading,
    };
  }
}

/** Retries once while online; offline it waits for a connection. @throws CancelledError when aborted */
async function retry<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      const isConnection =
        error instanceof NetworkError || (error instanceof SaveError && error.problem === "network");
      if (!isConnection || (navigator.onLine && tries >= 2)) throw error;
      if (navigator.onLine) await pause(RETRY_DELAY_MS, signal);
      else await connection(signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
    signal.addEventListener("abort", () => done(), { once: true });
  });
}

function connection(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    self.addEventListener("online", () => done(), { once: true });
    signal.addEventListener("abort", () => done(), { once: true });
  });
}
