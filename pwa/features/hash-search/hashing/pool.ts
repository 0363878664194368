/** Workers that share out the files to hash: as many as the machine can use beside the page. */
import { scriptAddress } from "../../../lib/script-address.ts";
import workerAddress from "./hash.worker.ts?worker&url";
import type { FromHasher, HashEnd, HashJob, ToHasher } from "./messages.ts";

/** More gain little: they wait for the same disk. */
const MOST = 4;
/** Files that are handed over together, so that thousands of small ones do not wait for the page each time. */
const GROUP_FILES = 50;
const GROUP_BYTES = 16 * 1024 * 1024;
/** Files whose sizes are asked for together. */
const MEASURED = 100;
/** Workers that have nothing to do give their memory back. */
const IDLE_MS = 30_000;
/** A worker that fails so often without having hashed anything is not started again. */
const FAILURES = 3;

/** Chromium says it, in GiB; others are taken to have enough. */
interface Machine {
  hardwareConcurrency: number;
  deviceMemory?: number;
}

/** How many workers hash: one core is left to the page and the browser, which reads the files. */
export function poolSize({ hardwareConcurrency, deviceMemory = 4 }: Machine): number {
  const byMemory = deviceMemory <= 2 ? 1 : deviceMemory <= 4 ? 2 : MOST;
  return Math.max(1, Math.min(MOST, byMemory, hardwareConcurrency - 1));
}

export interface PoolEvents {
  onSizes: (sizes: [id: number, size: number][]) => void;
  onProgress: (id: number, done: number) => void;
  onEnds: (ends: HashEnd[]) => void;
}

interface Member {
  worker: Worker;
  /** Handed over and not ended. */
  jobs: Map<number, HashJob>;
}

export class HashPool {
  private readonly members = new Set<Member>();
  /** Without a size yet. */
  private fresh: HashJob[] = [];
  private readonly waiting: (HashJob & { size: number })[] = [];
  private readonly measuring = new Map<number, HashJob>();
  private failures = 0;
  private isPaused = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly events: PoolEvents,
    private readonly size = poolSize(navigator as Machine),
  ) {}

  add(jobs: readonly HashJob[]): void {
    clearTimeout(this.idle);
    for (const job of jobs) this.fresh.push(job);
    this.measure();
  }

  pause(): void {
    this.isPaused = true;
    for (const { worker } of this.members) worker.postMessage({ type: "pause" } satisfies ToHasher);
  }

  continue(): void {
    this.isPaused = false;
    for (const { worker } of this.members) worker.postMessage({ type: "continue" } satisfies ToHasher);
    this.dispatch();
  }

  /** Ends everything at once; nothing more is heard of what was not done. */
  stop(): void {
    clearTimeout(this.idle);
    for (const { worker } of this.members) worker.terminate();
    this.members.clear();
    this.fresh = [];
    this.waiting.length = 0;
    this.measuring.clear();
    this.isPaused = false;
    this.failures = 0;
  }

  private measure(): void {
    if (this.measuring.size > 0 || this.fresh.length === 0) return;
    const jobs = this.fresh.splice(0, MEASURED);
    for (const job of jobs) this.measuring.set(job.id, job);
    const [first = this.start()] = this.members;
    first.worker.postMessage({ type: "measure", jobs } satisfies ToHasher);
  }

  private dispatch(): void {
    if (this.isPaused) return;
    while (this.waiting.length > 0) {
      let member = [...this.members].find(({ jobs }) => jobs.size === 0);
      if (member === undefined && this.members.size < this.size) member = this.start();
      if (member === undefined) return;
      const jobs = this.nextGroup();
      for (const job of jobs) member.jobs.set(job.id, job);
      member.worker.postMessage({ type: "hash", jobs } satisfies ToHasher);
    }
  }

  private nextGroup(): HashJob[] {
    let count = 0;
    for (let bytes = 0; count < Math.min(GROUP_FILES, this.waiting.length); count++) {
      bytes += this.waiting[count]?.size ?? 0;
      if (bytes > GROUP_BYTES && count > 0) break;
    }
    return this.waiting.splice(0, count).map(({ id, file }) => ({ id, file }));
  }

  private start(): Member {
    const address = scriptAddress(workerAddress) as string;
    const worker = new Worker(address, { type: "module", name: "hash" });
    const member: Member = { worker, jobs: new Map() };
    worker.addEventListener("message", ({ data }: MessageEvent<FromHasher>) => this.hear(member, data));
    worker.addEventListener("error", () => this.lose(member));
    this.members.add(member);
    return member;
  }

  private hear(member: Member, message: FromHasher): void {
    if (!this.members.has(member)) return; // stopped meanwhile
    if (message.type === "sizes") {
      for (const [id, size] of message.sizes) {
        const job = this.measuring.get(id);
        if (job !== undefined) this.waiting.push({ ...job, size });
        this.measuring.delete(id);
      }
      this.waiting.sort((a, b) => a.size - b.size); // most are told soon; one giant does not keep them waiting
      this.events.onSizes(message.sizes);
      this.measure();
      this.dispatch();
    } else if (message.type === "news") {
      if (message.ends.length > 0) this.failures = 0;
      for (const { id } of message.ends) member.jobs.delete(id);
      this.events.onEnds(message.ends);
      if (message.current !== undefined) this.events.onProgress(message.current.id, message.current.done);
    } else {
      member.jobs.clear();
      this.dispatch();
      if (this.isIdle()) this.idle = setTimeout(() => this.stop(), IDLE_MS);
    }
  }

  private isIdle(): boolean {
    const isOut = [...this.members].every(({ jobs }) => jobs.size === 0);
    return isOut && this.waiting.length + this.fresh.length + this.measuring.size === 0;
  }

  /** It could not start, or broke: what it had fails, the others go on. */
  private lose(member: Member): void {
    member.worker.terminate();
    if (!this.members.delete(member)) return;
    this.failures++;
    const lost = [...member.jobs.keys(), ...this.measuring.keys()];
    this.measuring.clear();
    if (this.failures >= FAILURES) {
      lost.push(...this.waiting.map(({ id }) => id), ...this.fresh.map(({ id }) => id));
      this.waiting.length = 0;
      this.fresh = [];
    }
    this.events.onEnds(lost.map((id) => ({ id, problem: "worker" })));
    this.measure();
    this.dispatch();
  }
}
