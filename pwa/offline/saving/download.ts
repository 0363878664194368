/** One file from its server into numbered parts, checked against its own hash (decision 0018). */

import type { DataServer } from "#shared/rules/mirror.ts";
import { PART_BYTES } from "#shared/rules/offline-db.ts";
import type { Sha256 } from "../../lib/sha256/sha256.ts";
import type { DeviceDb } from "../db/db.ts";
import { SaveError, Stopped } from "./errors.ts";
import { askFile, chunksOf, lineAddress } from "./fetch-file.ts";
import { withHasher } from "./hasher-pool.ts";
import { noteFile } from "./rows.ts";

export interface FileJob {
  hash: string;
  path: string;
  signal: AbortSignal;
  /** Bytes that are here, and how many there will be where the server said so. */
  onBytes: (received: number, total: number | undefined) => void;
}

/**
 * Fetches and stores a file. One with other bytes than its hash says is fetched once more, past every cache.
 * @returns its size
 * @throws SaveError; Stopped where nobody wants it any more; whatever IndexedDB throws
 */
export async function download(db: DeviceDb, servers: readonly DataServer[], job: FileJob): Promise<number> {
  for (const cache of ["default", "reload"] as const) {
    const before = await db.files.get(job.hash);
    if (before?.isWhole === 1) return before.bytes ?? 0;
    const address = lineAddress(servers, job.path);
    const bytes = await withHasher((hasher) => fetchInto({ db, job, hasher, cache, address }));
    if (bytes !== undefined) return bytes;
    await db.parts.where("hash").equals(job.hash).delete();
  }
  throw new SaveError("wrong");
}

interface Fetching {
  db: DeviceDb;
  job: FileJob;
  hasher: Sha256;
  cache: "default" | "reload";
  address: string;
}

/** @returns its size; undefined where the bytes are not what the hash says: then it does not count as stored */
async function fetchInto(work: Fetching): Promise<number | undefined> {
  const { db, job, hasher, cache, address } = work;
  const ask = (begun: number) => askFile({ address, begun, cache, signal: job.signal });
  let part = await resume(work);
  let answer = await ask(part * PART_BYTES);
  // The server does not give parts, or there is nothing after what is here: from the beginning.
  if (part > 0 && answer.status !== 206) {
    part = 0;
    hasher.start();
    await db.parts.where("hash").equals(job.hash).delete();
    if (!answer.ok) answer = await ask(0);
  }
  const begun = part * PART_BYTES;
  const length = Number(answer.headers.get("content-length") ?? Number.NaN);
  const total = Number.isFinite(length) ? begun + length : undefined;
  const rest = new PartMaker(begun);
  job.onBytes(begun, total);
  if (answer.body !== null) {
    for await (const chunk of chunksOf(answer.body, job.signal)) {
      hasher.update(chunk);
      for (const data of rest.add(chunk)) await putPart(db, job.hash, part++, data);
      job.onBytes(rest.received, total);
    }
  }
  if (hasher.digest() !== job.hash) return undefined;
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  await finish(work, { part, data: rest.rest(), bytes: rest.received, type });
  return rest.received;
}

/** Takes what an earlier attempt left into the hash. @returns how many whole parts there are */
async function resume({ db, job, hasher }: Fetching): Promise<number> {
  for (let part = 0; ; part += 1) {
    const stored = await db.parts.get([job.hash, part]);
    if (stored === undefined || stored.data.size !== PART_BYTES) return part;
    hasher.update(new Uint8Array(await stored.data.arrayBuffer()));
    if (job.signal.aborted) throw new Stopped();
  }
}

/** Cuts what arrives into parts of one size. */
class PartMaker {
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  received: number;

  constructor(begun: number) {
    this.received = begun;
  }

  /** @returns the parts that are full now */
  add(chunk: Uint8Array): Blob[] {
    const full: Blob[] = [];
    this.received += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.slice(at, at + PART_BYTES - this.held);
      this.pieces.push(taken);
      this.held += taken.length;
      at += taken.length;
      if (this.held === PART_BYTES) full.push(this.rest());
    }
    return full;
  }

  rest(): Blob {
    const data = new Blob(this.pieces);
    this.pieces = [];
    this.held = 0;
    return data;
  }
}

/** @throws Stopped where no post holds the file any more */
async function putPart(db: DeviceDb, hash: string, part: number, data: Blob): Promise<void> {
  await db.transaction("rw", db.files, db.parts, async () => {
    if ((await db.files.get(hash)) === undefined) throw new Stopped();
    await db.parts.put({ hash, part, data });
  });
}

interface Last {
  part: number;
  data: Blob;
  bytes: number;
  type: string;
}

/** The last part, the file and every post that holds it, at once: there is no half file that counts as whole. */
async function finish({ db, job: { hash } }: Fetching, { part, data, bytes, type }: Last): Promise<void> {
  await db.transaction("rw", db.saved, db.files, db.parts, async () => {
    const file = await db.files.get(hash);
    if (file === undefined) throw new Stopped();
    if (data.size > 0) await db.parts.put({ hash, part, data });
    await db.files.put({ ...file, type, bytes, isWhole: 1, storedAt: Date.now() });
    await noteFile(db, hash, { state: "whole", bytes });
  });
}
