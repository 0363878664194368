/** State of the file lookup. Module state, so that navigating away and back loses nothing. */
import type { HashHit } from "#shared/entities/archive-file.ts";
import type { Chosen } from "../../../lib/chosen-files.ts";
import { createStore, type ReadableStore } from "../../../lib/create-store.ts";
import { TransferRate } from "../../../lib/transfer-rate.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";
import { addToOwned } from "../../../offline/owned-files/owned-files.ts";
import { searchMany } from "./api.ts";
import { HashPool } from "./hashing/pool.ts";
import type { HashEnd, HashJob } from "./hashing/worker-api.ts";
import { LookupQueue } from "./lookup-queue.ts";
import { dropQueued, findOnDevice, keepQueued, takeQueued } from "./offline-lookups.ts";
import { onlyOnDevice } from "./only-on-device.ts";
import { type LookupState, noCounts, type Row } from "./rows.ts";

/** Maximum number of files; the rest of a larger choice is left out. */
export const MAX_FILES = 20_000;
/** Minimum interval between notifications of the screen. */
const PUBLISH_MS = 150;
/** Time budget per step of adding files: Chromium stats each file for its size, which takes up to 0.5 ms. */
const STEP_MS = 6;

class Lookup {
  private rows: Row[] = [];
  private counts = noCounts();
  private bytes = 0;
  private done = 0;
  private leftOut = 0;
  private isPaused = false;
  /** Number of cancel and clear calls; steps of earlier turns stop. */
  private turn = 0;
  /** Number of running `add` calls. */
  private adding = 0;
  private readonly pace = new TransferRate();
  private readonly byHash = new Map<string, number[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly view = createStore(this.snapshot());
  readonly state: ReadableStore<LookupState> = this.view;
  private isRestored = false;
  private readonly pool = new HashPool({
    onProgress: (id, done) => this.note(() => this.change(id, { state: "hashing", done })),
    onEnds: (ends) => this.note(() => this.end(ends)),
  });
  private readonly lookups = new LookupQueue(
    {
      onAnswers: (answers) => this.note(() => this.answer(answers)),
      onSaved: (places) => this.note(() => this.noteSaved(places)),
      onQueued: (hashes) => this.note(() => this.queue(hashes)),
      onLocal: (hashes) => this.note(() => this.changeAll(hashes, { state: "local" })),
      onRefused: (hashes) => this.note(() => this.changeAll(hashes, { state: "failed" })),
    },
    { findSaved: findOnDevice, search: searchMany, isLocal: () => onlyOnDevice.get() === "on" },
  );

  constructor() {
    addEventListener("online", () => this.lookups.retry());
  }

  /** Adds files in steps. */
  async add(chosen: Iterable<Chosen> | AsyncIterable<Chosen>): Promise<void> {
    this.leftOut = 0;
    this.adding++;
    await this.takeAll(chosen).finally(() => this.adding--);
    this.note(() => this.ask([]));
  }

  private async takeAll(chosen: Iterable<Chosen> | AsyncIterable<Chosen>): Promise<void> {
    let jobs: HashJob[] = [];
    const { turn } = this;
    let begun = performance.now();
    for await (const one of chosen) {
      if (turn !== this.turn) return;
      if (this.rows.length >= MAX_FILES) this.leftOut++;
      else jobs.push(this.take(one));
      if (performance.now() - begun < STEP_MS) continue;
      this.pool.add(jobs);
      jobs = [];
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    }
    if (turn === this.turn) this.pool.add(jobs);
  }

  private take({ file, folder }: Chosen): HashJob {
    const id = this.rows.length;
    const { name, size } = file;
    this.note(() => {
      this.rows.push({ id, name, folder, file, size, done: 0, state: "waiting" });
      this.counts.waiting++;
      this.bytes += size;
    });
    return { id, file };
  }

  /** Restores lookups queued offline in an earlier visit. */
  async restore(): Promise<void> {
    if (this.isRestored) return;
    this.isRestored = true;
    const queued = await takeQueued();
    if (queued.length === 0) return;
    this.note(() => {
      for (const { hash, name = "", size } of queued) {
        if (this.byHash.has(hash)) continue;
        const id = this.rows.length;
        const known = size === undefined ? {} : { size };
        this.rows.push({ id, name, folder: "", done: size ?? 0, state: "queued", hash, ...known });
        this.counts.queued++;
        this.byHash.set(hash, [id]);
      }
    });
    await this.lookups.add(
      queued.map(({ hash }) => hash),
      true,
    );
  }

  pause(): void {
    this.isPaused = true;
    this.pool.pause();
    this.pace.forget();
    this.publish();
  }

  continue(): void {
    this.isPaused = false;
    this.pool.continue();
    this.publish();
  }

  /** Changes whether the archive may be asked; if so, it is asked for what was looked up without it. */
  setOnlyOnDevice(isOn: boolean): void {
    onlyOnDevice.set(isOn ? "on" : undefined);
    if (isOn) {
      this.lookups.endLocally();
      return;
    }
    const local = this.rows.filter(({ state, hit }) => state === "local" || (state === "known" && !hit));
    const hashes = [...new Set(local.flatMap(({ hash }) => hash ?? []))];
    void this.lookups.add(hashes, true);
  }

  /** Cancels unfinished files; results stay. */
  cancel(): void {
    this.turn++;
    this.pool.stop();
    this.isPaused = false;
    this.pace.forget();
    for (const { id, state } of this.rows)
      if (state === "waiting" || state === "hashing") this.change(id, { state: "stopped" });
    void this.lookups.add([], true);
    this.publish();
  }

  /** Clears everything, including lookups queued offline. */
  clear(): void {
    this.turn++;
    this.pool.stop();
    this.lookups.clear();
    this.pace.forget();
    void dropQueued(
      this.rows.flatMap(({ state, hash }) => (state === "queued" && hash !== undefined ? hash : [])),
    );
    this.rows = [];
    this.byHash.clear();
    this.counts = noCounts();
    this.bytes = this.done = this.leftOut = 0;
    this.isPaused = false;
    this.publish();
  }

  private end(ends: readonly HashEnd[]): void {
    const asked: string[] = [];
    for (const end of ends) {
      const row = this.rows[end.id];
      if (row === undefined || row.state === "stopped") continue;
      if ("problem" in end) {
        this.change(end.id, { state: "failed", problem: end.problem, done: row.size ?? 0 });
        continue;
      }
      const { hash, size } = end;
      const same = this.byHash.get(hash);
      const first = this.rows[same?.[0] ?? -1];
      if (same === undefined) {
        this.byHash.set(hash, [end.id]);
        asked.push(hash);
      } else same.push(end.id);
      this.change(end.id, {
        ...{ hash, size, done: size, state: first?.state ?? "asking" },
        ...(first?.hit === undefined ? {} : { hit: first.hit }),
        ...(first?.saved === undefined ? {} : { saved: first.saved }),
      });
    }
    this.ask(asked);
  }

  private ask(hashes: readonly string[]): void {
    const isLast = this.adding + this.counts.waiting + this.counts.hashing === 0;
    if (hashes.length > 0 || isLast) void this.lookups.add(hashes, isLast);
  }

  private answer(answers: ReadonlyMap<string, HashHit | null>): void {
    const queued: string[] = [];
    for (const [hash, hit] of answers) {
      const [first = -1] = this.byHash.get(hash) ?? [];
      if (this.rows[first]?.state === "queued") queued.push(hash);
      const isHere = this.rows[first]?.saved !== undefined;
      this.changeAll(
        [hash],
        hit === null ? { state: isHere ? "known" : "unknown" } : { state: "known", hit },
      );
    }
    addToOwned([...answers].flatMap(([hash, hit]) => (hit === null ? [] : hash)));
    if (queued.length > 0) void dropQueued(queued);
  }

  private noteSaved(places: ReadonlyMap<string, SavedLocation[]>): void {
    for (const [hash, saved] of places) this.changeAll([hash], { state: "known", saved });
    addToOwned([...places.keys()]);
  }

  private queue(hashes: readonly string[]): void {
    const firsts = hashes.map((hash) => this.rows[this.byHash.get(hash)?.[0] ?? -1]);
    const fresh = firsts.filter((row) => row !== undefined && row.state !== "queued") as Row[];
    for (const { hash } of fresh) if (hash !== undefined) this.changeAll([hash], { state: "queued" });
    void keepQueued(fresh);
  }

  private changeAll(hashes: readonly string[], change: Partial<Row>): void {
    for (const hash of hashes) for (const id of this.byHash.get(hash) ?? []) this.change(id, change);
  }

  private change(id: number, change: Partial<Row>): void {
    const row = this.rows[id];
    if (row === undefined || row.state === "stopped") return;
    const next = { ...row, ...change };
    this.rows[id] = next;
    this.counts[row.state]--;
    this.counts[next.state]++;
    this.bytes += (next.size ?? 0) - (row.size ?? 0);
    this.done += next.done - row.done;
  }

  private note(act: () => void): void {
    act();
    this.timer ??= setTimeout(() => this.publish(), PUBLISH_MS);
  }

  private publish(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.view.set(this.snapshot());
  }

  private snapshot(): LookupState {
    const { bytes, done, isPaused, leftOut } = this;
    const isBusy = this.counts.waiting + this.counts.hashing > 0;
    if (isBusy && !isPaused) this.pace.note(done, performance.now());
    else this.pace.forget();
    const [rate, left] = [this.pace.rate(), this.pace.left(bytes - done)];
    return {
      rows: [...this.rows],
      counts: { ...this.counts },
      isPaused,
      isBusy,
      bytes,
      done,
      rate,
      left,
      leftOut,
    };
  }
}

export const lookup = new Lookup();
