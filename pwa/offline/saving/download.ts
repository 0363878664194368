/**
 * Downloads files with three concurrent requests, in numbered parts, and verifies each checksum (docs/decisions/0018).
 */
import type { DataServer } from "#shared/rules/data-servers.ts";
import { PART_BYTES } from "#shared/rules/offline-db.ts";
import type { Sha256 } from "../../lib/sha256/sha256.ts";
import type { OfflineDb } from "../db/db.ts";
import type { SavedFile } from "../db/records.ts";
import { CancelledError, SaveError } from "./errors.ts";
import { chunksOf, fileUrl, requestFile } from "./fetch-file.ts";
import { withHasher } from "./hasher-pool.ts";
import { partBytes, partRow, partSize } from "./parts.ts";
import { updateFile } from "./rows.ts";
import type { FileProgress } from "./worker-api.ts";

const CONCURRENCY = 3;

interface Job extends FileProgress {
  /** Keys of the posts waiting for the file. */
  posts: Set<string>;
  controller: AbortController;
  /** Resolves to the size once stored. */
  result: Promise<number>;
}

/** Downloads each file once, no matter how many posts contain it. */
export class DownloadQueue {
  private readonly jobs = new Map<string, Job>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly db: OfflineDb,
    private readonly servers: () => readonly DataServer[],
  ) {}

  /** @returns the size, once stored. @throws what `download` throws */
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

  /** Removes a post from all jobs; jobs without posts are aborted. */
  cancel(post: string): void {
    for (const { posts, controller } of this.jobs.values()) {
      posts.delete(post);
      if (posts.size === 0) controller.abort();
    }
  }

  cancelAll(): void {
    for (const { controller } of this.jobs.values()) controller.abort();
  }

  /** Progress of a started download. */
  progressOf(hash: string): FileProgress | undefined {
    const job = this.jobs.get(hash);
    if (job === undefined || (job.received === 0 && job.bytes === undefined)) return undefined;
    return { name: job.name, received: job.received, bytes: job.bytes };
  }

  private run({ hash, path }: SavedFile, job: Job): Promise<number> {
    return this.inSlot(async () => {
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
    });
  }

  /** Runs work in one of the request slots; file and text requests share them. */
  async inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < CONCURRENCY) this.running += 1;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next(); // passes this slot on
    }
  }
}

interface FileJob {
  hash: string;
  path: string;
  signal: AbortSignal;
  /** Reports bytes received, and the total if the server sent it. */
  onBytes: (received: number, total: number | undefined) => void;
}

/**
 * Fetches and stores a file. On a checksum mismatch it is fetched once more, bypassing caches.
 * @returns the size
 * @throws SaveError; CancelledError; what IndexedDB throws
 */
async function download(db: OfflineDb, servers: readonly DataServer[], job: FileJob): Promise<number> {
  for (const cache of ["default", "reload"] as const) {
    const before = await db.files.get(job.hash);
    if (before?.isWhole === 1) return before.bytes ?? 0;
    const address = fileUrl(servers, job.path);
    const bytes = await withHasher((hasher) => fetchInto({ db, job, hasher, cache, address }));
    if (bytes !== undefined) return bytes;
    await db.parts.where("hash").equals(job.hash).delete();
  }
  throw new SaveError("wrong");
}

interface FetchJob {
  db: OfflineDb;
  job: FileJob;
  hasher: Sha256;
  cache: "default" | "reload";
  address: string;
}

/** @returns the size; undefined on a checksum mismatch, in which case the file does not count as stored */
async function fetchInto(work: FetchJob): Promise<number | undefined> {
  const { db, job, hasher, cache, address } = work;
  const request = (offset: number) => requestFile({ address, offset, cache, signal: job.signal });
  let part = await resume(work);
  let response = await request(part * PART_BYTES);
  // No range support, or nothing after the offset: starts over.
  if (part > 0 && response.status !== 206) {
    part = 0;
    hasher.start();
    await db.parts.where("hash").equals(job.hash).delete();
    if (!response.ok) response = await request(0);
  }
  const offset = part * PART_BYTES;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const total = Number.isFinite(length) ? offset + length : undefined;
  const splitter = new PartSplitter(offset);
  job.onBytes(offset, total);
  if (response.body !== null) {
    for await (const chunk of chunksOf(response.body, job.signal)) {
      hasher.update(chunk);
      for (const data of splitter.add(chunk)) await putPart(db, job.hash, part++, data);
      job.onBytes(splitter.received, total);
    }
  }
  if (hasher.digest() !== job.hash) return undefined;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  await finish(work, { part, data: splitter.takeRemainder(), bytes: splitter.received, type });
  return splitter.received;
}

/** Hashes the parts stored by an earlier attempt. @returns number of parts */
async function resume({ db, job, hasher }: FetchJob): Promise<number> {
  for (let part = 0; ; part += 1) {
    const stored = await db.parts.get([job.hash, part]);
    if (stored === undefined || partSize(stored) !== PART_BYTES) return part;
    hasher.update(await partBytes(stored));
    if (job.signal.aborted) throw new CancelledError();
  }
}

/** Splits a stream of chunks into parts of equal size. */
class PartSplitter {
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  received: number;

  constructor(offset: number) {
    this.received = offset;
  }

  /** @returns the parts that are now complete */
  add(chunk: Uint8Array): Blob[] {
    const full: Blob[] = [];
    this.received += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.slice(at, at + PART_BYTES - this.held);
      this.pieces.push(taken);
      this.held += taken.length;
      at += taken.length;
      if (this.held === PART_BYTES) full.push(this.takeRemainder());
    }
    return full;
  }

  takeRemainder(): Blob {
    const data = new Blob(this.pieces);
    this.pieces = [];
    this.held = 0;
    return data;
  }
}

/** @throws CancelledError if no post has the file any more */
async function putPart(db: OfflineDb, hash: string, part: number, data: Blob): Promise<void> {
  const row = await partRow({ hash, part }, data);
  await db.transaction("rw", db.files, db.parts, async (tx) => {
    if ((await tx.files.get(hash)) === undefined) throw new CancelledError();
    await tx.parts.put(row);
  });
}

interface Last {
  part: number;
  data: Blob;
  bytes: number;
  type: string;
}

/** Writes the last part, the file and its posts in one transaction, so that no partial file counts as complete. */
async function finish({ db, job: { hash } }: FetchJob, { part, data, bytes, type }: Last): Promise<void> {
  const row = await partRow({ hash, part }, data);
  await db.transaction("rw", db.saved, db.files, db.parts, async (tx) => {
    const file = await tx.files.get(hash);
    if (file === undefined) throw new CancelledError();
    if (data.size > 0) await tx.parts.put(row);
    await tx.files.put({ ...file, type, bytes, isWhole: 1, storedAt: Date.now() });
    await updateFile(tx, hash, { state: "whole", bytes });
  });
}
