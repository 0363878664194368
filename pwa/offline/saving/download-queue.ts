/** The files on their way: three at once, each once however many posts want it. */
import type { DataServer } from "#shared/rules/mirror.ts";
import type { DeviceDb } from "../db/db.ts";
import type { SavedFile } from "../db/records.ts";
import { download } from "./download.ts";
import { Stopped } from "./errors.ts";
import type { FileProgress } from "./worker-api.ts";

const AT_ONCE = 3;

interface Way extends FileProgress {
  /** Keys of the posts that wait for it. */
  posts: Set<string>;
  stop: AbortController;
  /** Its size, once it is stored. */
  end: Promise<number>;
}

export class DownloadQueue {
  private readonly ways = new Map<string, Way>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly db: DeviceDb,
    private readonly servers: () => readonly DataServer[],
  ) {}

  /** @returns its size, when it is stored. @throws what `download` throws */
  fetch(file: SavedFile, post: string): Promise<number> {
    const known = this.ways.get(file.hash);
    if (known !== undefined && !known.stop.signal.aborted) {
      known.posts.add(post);
      return known.end;
    }
    const way: Way = {
      name: file.name || file.path.slice(7),
      received: 0,
      bytes: file.bytes,
      posts: new Set([post]),
      stop: new AbortController(),
      end: Promise.resolve(0),
    };
    way.end = this.run(file, way).finally(() => {
      if (this.ways.get(file.hash) === way) this.ways.delete(file.hash);
    });
    this.ways.set(file.hash, way);
    return way.end;
  }

  /** A post does not wait any more; what nobody waits for is stopped at once. */
  leave(post: string): void {
    for (const way of this.ways.values()) {
      way.posts.delete(post);
      if (way.posts.size === 0) way.stop.abort();
    }
  }

  stopAll(): void {
    for (const way of this.ways.values()) way.stop.abort();
  }

  /** Of those that were begun. */
  progressOf(hash: string): FileProgress | undefined {
    const way = this.ways.get(hash);
    if (way === undefined || (way.received === 0 && way.bytes === undefined)) return undefined;
    return { name: way.name, received: way.received, bytes: way.bytes };
  }

  private async run({ hash, path }: SavedFile, way: Way): Promise<number> {
    await this.turn();
    try {
      if (way.stop.signal.aborted) throw new Stopped();
      return await download(this.db, this.servers(), {
        hash,
        path,
        signal: way.stop.signal,
        onBytes: (received, total) => {
          way.received = received;
          way.bytes = total ?? way.bytes;
        },
      });
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    if (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.running += 1;
  }
}
