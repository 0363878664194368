/** Pool of workers that hash files; pool-size.ts has their number. */
import { createWorkerClient, type WorkerClient } from "../../../../lib/worker-rpc/client.ts";
import workerAddress from "./hash.worker.ts?worker&url";
import { watchCalm } from "./page-calm.ts";
import { type Machine, poolSize } from "./pool-size.ts";
import type { HashEnd, HashEvents, HashJob, HashMethods } from "./worker-api.ts";

/** Maximum number of files in one message to a worker. */
const MAX_GROUP_FILES = 50;
const GROUP_BYTES = 16 * 1024 * 1024;
/** Idle timeout of workers, to free memory. */
const IDLE_TIMEOUT_MS = 30_000;
/** Maximum number of failures in a row before no worker is started. */
const MAX_FAILURES = 3;

export interface PoolEvents {
  onProgress: (id: number, done: number) => void;
  onEnds: (ends: HashEnd[]) => void;
}

interface Member {
  worker: WorkerClient<HashMethods>;
  /** Running jobs. */
  jobs: Set<number>;
  isBusy: boolean;
  isPaused: boolean;
}

export class HashPool {
  private readonly members = new Set<Member>();
  private readonly waiting: HashJob[] = [];
  private isSorted = true;
  private failures = 0;
  private isPaused = false;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private isCalm = false;
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly events: PoolEvents,
    private readonly size = poolSize(navigator as Machine),
  ) {}

  /** Queues files. Their sizes should be read before: the browser may have to stat each file. */
  add(jobs: readonly HashJob[]): void {
    clearTimeout(this.idle);
    this.waiting.push(...jobs);
    this.isSorted = false;
    this.dispatch();
  }

  pause(): void {
    this.isPaused = true;
    this.dispatch();
  }

  continue(): void {
    this.isPaused = false;
    this.dispatch();
  }

  /** Stops at once; unfinished files get no more events. */
  stop(): void {
    clearTimeout(this.idle);
    for (const { worker } of this.members) worker.stop();
    this.members.clear();
    this.waiting.length = 0;
    this.isPaused = false;
    this.failures = 0;
    this.watch();
  }

  private dispatch(): void {
    this.watch();
    const busy = this.busy();
    const allowed = this.isPaused ? 0 : this.isCalm ? this.size.most : this.size.usual;
    while (this.waiting.length > 0 && busy.length < allowed) {
      const member = [...this.members].find(({ isBusy }) => !isBusy) ?? this.start();
      busy.push(member);
      void this.hash(member, this.nextGroup());
    }
    // Started workers continue before others start.
    for (const [at, member] of busy.entries()) this.hold(member, at >= allowed);
  }

  private hold(member: Member, isPaused: boolean): void {
    if (member.isPaused === isPaused) return;
    member.isPaused = isPaused;
    member.worker.send(isPaused ? "pause" : "continue");
  }

  /** Watches the page only if its state changes the number of workers. */
  private watch(): void {
    const isNeeded =
      !this.isPaused && this.size.most > this.size.usual && this.busy().length + this.waiting.length > 0;
    if (!isNeeded) {
      this.unwatch?.();
      this.unwatch = undefined;
      this.isCalm = false;
    } else
      this.unwatch ??= watchCalm((isCalm) => {
        this.isCalm = isCalm;
        this.dispatch();
      });
  }

  private busy(): Member[] {
    return [...this.members].filter(({ isBusy }) => isBusy);
  }

  /** Small files first, so that one large file does not delay them. */
  private nextGroup(): HashJob[] {
    if (!this.isSorted) this.waiting.sort((a, b) => a.file.size - b.file.size);
    this.isSorted = true;
    let count = 0;
    for (let bytes = 0; count < Math.min(MAX_GROUP_FILES, this.waiting.length); count++) {
      bytes += this.waiting[count]?.file.size ?? 0;
      if (bytes > GROUP_BYTES && count > 0) break;
    }
    return this.waiting.splice(0, count);
  }

  private start(): Member {
    const worker = createWorkerClient<HashMethods, HashEvents>(workerAddress, "hash", {
      progress: ({ ends, current }) => {
        if (ends.length > 0) this.failures = 0;
        for (const { id } of ends) member.jobs.delete(id);
        this.events.onEnds(ends);
        if (current !== undefined) this.events.onProgress(current.id, current.done);
      },
    });
    const member: Member = { worker, jobs: new Set(), isBusy: false, isPaused: false };
    this.members.add(member);
    return member;
  }

  private async hash(member: Member, jobs: HashJob[]): Promise<void> {
    for (const { id } of jobs) member.jobs.add(id);
    member.isBusy = true;
    try {
      await member.worker.call("hash", jobs);
    } catch {
      return this.lose(member);
    }
    member.isBusy = false;
    this.dispatch();
    if (this.busy().length === 0) this.idle = setTimeout(() => this.stop(), IDLE_TIMEOUT_MS);
  }

  /** Handles a worker that failed to start or crashed: its files fail, others continue. */
  private lose(member: Member): void {
    if (!this.members.delete(member)) return; // stopped
    this.failures++;
    const lost = [...member.jobs];
    if (this.failures >= MAX_FAILURES) {
      lost.push(...this.waiting.map(({ id }) => id));
      this.waiting.length = 0;
    }
    this.events.onEnds(lost.map((id) => ({ id, problem: "worker" })));
    this.dispatch();
  }
}
