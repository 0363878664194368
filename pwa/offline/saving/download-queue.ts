/** Downloads of files: three at once, each once however many posts have it. */
import type { DataServer } from "#shared/rules/mirror.ts";
import type { OfflineDb } from "../db/db.ts";
import type { SavedFile } from "../db/records.ts";
import { download } from "./download.ts";
import { CancelledError } from "./errors.ts";
import type { FileProgress } from "./worker-api.ts";

const AT_ONCE = 3;

interface Job extends FileProgress {
  /** Keys of the posts that wait for it. */
  posts: Set<string>;
  controller: AbortController;
  /** Its size, once it is stored. */
  result: Promise<number>;
}

export class DownloadQueue {
  private readonly jobs = new Map<string, Job>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly db: OfflineDb,
    private readonly servers: () => readonly DataServer[],
  ) {}

  /** @returns its size, when it is stored. @throws what `download` throws */
  fetch(file: SavedFile, post: string): Promise<number> {
    const known = this.jobs.get(file.hash);
    if (known !== undefined && !known.controller.signal.aborted) {
      known.posts.add(post);
      return known.result;
    }
    const job: Job = {
      name: file.name || file.path.slice(7),
      received: 0,
      bytes: file.bytes,
      posts: new Set([post]),
      controller: new AbortController(),
      result: Promise.resolve(0),
    };
    job.result = this.run(file, job).finally(() => {
      if (this.jobs.get(file.hash) === job) this.jobs.delete(file.hash);
    });
    this.jobs.set(file.hash, job);
    return job.result;
  }

  /** A post no longer waits; files without a waiting post are aborted. */
  cancel(post: string): void {
    for (const { posts, controller } of this.jobs.values()) {
      posts.delete(post);
      if (posts.size === 0) controller.abort();
    }
  }

  cancelAll(): void {
    for (const { controller } of this.jobs.values()) controller.abort();
  }

  /** Of started downloads. */
  progressOf(hash: string): FileProgress | undefined {
    const job = this.jobs.get(hash);
    if (job === undefined || (job.received === 0 && job.bytes === undefined)) return undefined;
    return { name: job.name, received: job.received, bytes: job.bytes };
  }

  private async run({ hash, path }: SavedFile, job: Job): Promise<number> {
    await this.waitForSlot();
    try {
      const { signal } = job.controller;
      if (signal.aborted) throw new CancelledError();
      return await download(this.db, this.servers(), {
        hash,
        path,
        signal,
        onBytes: (received, total) => {
          job.received = received;
          job.bytes = total ?? job.bytes;
        },
      });
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async waitForSlot(): Promise<void> {
    if (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.running += 1;
  }
}
