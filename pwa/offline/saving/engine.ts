/** Saves what the list of saved posts says is being saved, until nothing of that is left. */
import { NetworkError } from "../../api/errors.ts";
import type { DeviceDb } from "../db/db.ts";
import type { SavedFile, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";
import type { DownloadQueue } from "./download-queue.ts";
import { isQuotaError, problemOf, SaveError, Stopped } from "./errors.ts";
import { markOf, noteFile, settlePost } from "./rows.ts";
import { fetchText, storeText } from "./text.ts";
import type { PostProgress } from "./worker-api.ts";

const POSTS_AT_ONCE = 3;
/** Between two tries, where the line is there but an answer did not come. */
const PAUSE_MS = 1_000;

interface Active {
  row: SavedRow;
  stop: AbortController;
  end: Promise<void>;
}

export class Engine {
  private readonly active = new Map<string, Active>();
  /** Not begun again until somebody asks: their rows may say "saving" for a moment longer. */
  private readonly stopped = new Set<string>();
  private isFull = false;

  constructor(
    private readonly db: DeviceDb,
    private readonly downloads: DownloadQueue,
    private readonly tell: (key: string, mark: SavedMark | undefined) => void,
  ) {}

  /** Until all is saved or the device is full. @returns what went wrong, each kind once */
  async run(): Promise<SaveProblem[]> {
    const problems = new Set<SaveProblem>();
    this.isFull = false;
    for (;;) {
      const rows = this.isFull ? [] : await this.next();
      for (const row of rows) this.begin(row, problems);
      if (this.active.size === 0) break;
      await Promise.race([...this.active.values()].map(({ end }) => end));
    }
    if (this.isFull) await this.makeRoom();
    return [...problems];
  }

  /** Half files go first: without room not even a note can be written. What was not begun is noted as well. */
  private async makeRoom(): Promise<void> {
    const halves = await this.db.files.where("isWhole").equals(0).primaryKeys();
    await this.db.parts.where("hash").anyOf(halves).delete();
    for (const row of await this.db.saved.where("state").equals("saving").toArray())
      await this.settle(row.key, "full").catch(() =>
        // It is taken up again at the next start.
        this.tell(row.key, { ...markOf(row), state: "partial" }),
      );
  }

  /** Stops these at once; resolves when nothing of them is written any more. */
  async stop(keys: readonly string[]): Promise<void> {
    const ends = keys.map((key) => {
      this.stopped.add(key);
      const active = this.active.get(key);
      active?.stop.abort();
      this.downloads.leave(key);
      return active?.end;
    });
    await Promise.all(ends);
  }

  /** Cancelled or deleted, and not wanted again since. */
  wasStopped(key: string): boolean {
    return this.stopped.has(key);
  }

  /** Somebody wants them (again). */
  allow(keys: readonly string[]): void {
    for (const key of keys) this.stopped.delete(key);
  }

  progress(): PostProgress[] {
    return [...this.active.values()].map(({ row }) => this.progressOf(row));
  }

  private async next(): Promise<SavedRow[]> {
    const rows = await this.db.saved.where("state").equals("saving").sortBy("savedAt");
    const free = POSTS_AT_ONCE - this.active.size;
    return rows
      .filter(({ key }) => !this.active.has(key) && !this.stopped.has(key))
      .slice(0, Math.max(0, free));
  }

  private begin(row: SavedRow, problems: Set<SaveProblem>): void {
    const active: Active = { row, stop: new AbortController(), end: Promise.resolve() };
    this.active.set(row.key, active);
    active.end = this.save(active)
      .catch(async (error: unknown) => {
        if (active.stop.signal.aborted || error instanceof Stopped) return;
        const problem = problemOf(error);
        problems.add(problem);
        if (problem === "full") this.stopForRoom();
        else await this.settle(row.key, problem);
      })
      .catch((error: unknown) => {
        console.warn("What became of a saved post could not be noted.", error);
        this.stopForRoom();
      })
      .finally(() => this.active.delete(row.key));
  }

  /** Nothing more fits: whoever is on the way ends, and what is stored stays. */
  private stopForRoom(): void {
    this.isFull = true;
    this.downloads.stopAll();
  }

  private async save(active: Active): Promise<void> {
    const { signal } = active.stop;
    const { key } = active.row;
    if (active.row.textAt === undefined) {
      const text = await persist(() => fetchText(active.row, signal), signal);
      const stored = await storeText(this.db, key, text);
      if (stored === undefined) throw new Stopped();
      active.row = stored;
      this.tell(key, markOf(stored));
    }
    const wanted = active.row.files.filter(({ state }) => state !== "whole");
    const ends = await Promise.allSettled(wanted.map((file) => this.saveFile(active, file)));
    const full = ends.find((end) => end.status === "rejected" && isQuotaError(end.reason));
    if (full?.status === "rejected") throw full.reason;
    if (this.isFull) throw new SaveError("full");
    if (signal.aborted) throw new Stopped();
    await this.settle(key);
  }

  /** @throws Stopped, or what IndexedDB throws; what is wrong with the file itself is written down */
  private async saveFile(active: Active, file: SavedFile): Promise<void> {
    const { signal } = active.stop;
    let end: Partial<SavedFile> = { state: "whole" };
    try {
      end.bytes = await persist(() => this.downloads.fetch(file, active.row.key), signal);
    } catch (error) {
      if (error instanceof Stopped || signal.aborted || isQuotaError(error)) throw error;
      end = { state: "failed" };
      await this.db.transaction("rw", this.db.saved, this.db.files, () =>
        noteFile(this.db, file.hash, { state: "failed", problem: problemOf(error) }),
      );
    }
    const files = active.row.files.map((one) => (one.hash === file.hash ? { ...one, ...end } : one));
    active.row = { ...active.row, files };
    this.tell(active.row.key, markOf(active.row));
  }

  private async settle(key: string, problem?: SaveProblem): Promise<void> {
    const row = await settlePost(this.db, key, problem);
    this.tell(key, row === undefined ? undefined : markOf(row));
  }

  private progressOf({ key, title, files }: SavedRow): PostProgress {
    const onTheWay = files.flatMap((file) =>
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
      received: sum(whole.map(({ bytes = 0 }) => bytes)) + sum(onTheWay.map(({ received }) => received)),
      bytes: sizes.some((size) => size === undefined) ? undefined : sum(sizes.map((size) => size ?? 0)),
      files: onTheWay,
    };
  }
}

/** Once more after a pause; without a line it waits for one. @throws Stopped when the signal says so */
async function persist<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw new Stopped();
      const isLine =
        error instanceof NetworkError || (error instanceof SaveError && error.problem === "network");
      if (!isLine || (navigator.onLine && tries >= 2)) throw error;
      if (navigator.onLine) await pause(PAUSE_MS, signal);
      else await line(signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
    signal.addEventListener("abort", () => done(), { once: true });
  });
}

function line(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    self.addEventListener("online", () => done(), { once: true });
    signal.addEventListener("abort", () => done(), { once: true });
  });
}
