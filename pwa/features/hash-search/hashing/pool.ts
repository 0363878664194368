/** A pool of workers that hash files (pool-size.ts says how many). */
import { createWorkerClient, type WorkerClient } from "../../../lib/worker-rpc/client.ts";
import workerAddress from "./hash.worker.ts?worker&url";
import { type Machine, poolSize } from "./pool-size.ts";
import type { HashEnd, HashEvents, HashJob, HashMethods } from "./worker-api.ts";

/** Files sent to a worker together, so that thousands of small ones need few messages. */
const GROUP_FILES = 50;
const GROUP_BYTES = 16 * 1024 * 1024;
/** Idle workers are stopped to free their memory. */
const IDLE_MS = 30_000;
/** After this many failures without a result no worker is started again. */
const FAILURES = 3;

export interface PoolEvents {
  onProgress: (id: number, done: number) => void;
  onEnds: (ends: HashEnd[]) => void;
}

interface Member {
  worker: WorkerClient<HashMethods>;
  /** Sent and not ended. */
  jobs: Set<number>;
  isBusy: boolean;
}

export class HashPool {
  private readonly members = new Set<Member>();
  private readonly waiting: HashJob[] = [];
  private isSorted = true;
  private failures = 0;
  private isPaused = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly events: PoolEvents,
    private readonly size = poolSize(navigator as Machine),
  ) {}

  /** Reads the sizes of the files, which should be cached already: the browser may have to stat the disk. */
  add(jobs: readonly HashJob[]): void {
    clearTimeout(this.idle);
    this.waiting.push(...jobs);
    this.isSorted = false;
    this.dispatch();
  }

  pause(): void {
    this.isPaused = true;
    for (const { worker } of this.members) worker.send("pause");
  }

  continue(): void {
    this.isPaused = false;
    for (const { worker } of this.members) worker.send("continue");
    this.dispatch();
  }

  /** Stops at once; unfinished files get no event any more. */
  stop(): void {
    clearTimeout(this.idle);
    for (const { worker } of this.members) worker.stop();
    this.members.clear();
    this.waiting.length = 0;
    this.isPaused = false;
    this.failures = 0;
  }

  private dispatch(): void {
    if (this.isPaused) return;
    while (this.waiting.length > 0) {
      let member = [...this.members].find(({ isBusy }) => !isBusy);
      if (member === undefined && this.members.size < this.size) member = this.start();
      if (member === undefined) return;
      const jobs = this.nextGroup();
      void this.hash(member, jobs);
    }
  }

  /** Small files first, so that one large file does not delay them. */
  private nextGroup(): HashJob[] {
    if (!this.isSorted) this.waiting.sort((a, b) => a.file.size - b.file.size);
    this.isSorted = true;
    let count = 0;
    for (let bytes = 0; count < Math.min(GROUP_FILES, this.waiting.length); count++) {
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
    const member: Member = { worker, jobs: new Set(), isBusy: false };
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
    if ([...this.members].every(({ isBusy }) => !isBusy)) this.idle = setTimeout(() => this.stop(), IDLE_MS);
  }

  /** It could not start, or crashed: its files fail, the others continue. */
  private lose(member: Member): void {
    if (!this.members.delete(member)) return; // stopped
    this.failures++;
    const lost = [...member.jobs];
    if (this.failures >= FAILURES) {
      lost.push(...this.waiting.map(({ id }) => id));
      this.waiting.length = 0;
    }
    this.events.onEnds(lost.map((id) => ({ id, problem: "worker" })));
    this.dispatch();
  }
}
