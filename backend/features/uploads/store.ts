/**
 * Stores uploads on the local disk and in their table. The library's own store truncates a file that is created again,
 * and reports a full disk as a server error.
 */
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { LOST_WHILE_SENT, NO_SPACE, OFFSET_CONFLICT } from "#shared/contracts/uploads.ts";
import type { Sql } from "../../db/client.ts";
import { openStaged, syncFolder } from "../../files/staged.ts";
import { isFullDisk } from "../../full-disk.ts";
import { conflict, insufficientStorage, notFound } from "../../http/errors.ts";
import { acknowledge, failLost, receivingUpload } from "./queries.ts";

/** Bytes between two acknowledgments, also within a request; acknowledged bytes are durable. */
const STEP = 8 * 1024 * 1024;
/** Bytes buffered during a write and then written together: one call per chunk of 64 KiB would cost more than the disk. */
const MAX_PENDING_BYTES = 1024 * 1024;
/** Bytes between two background flushes to disk, which keep the final flush short. */
const EARLY = 2 * 1024 * 1024;

export class StagingStore extends DataStore {
  readonly #sql: Sql;
  readonly #data: string;
  readonly #failures = new Map<string, unknown>();
  /** Writes in progress: an aborted request still stores its received bytes. */
  readonly #writing = new Map<string, Promise<unknown>>();

  /** @param data the folder of ROOST_DATA */
  constructor(sql: Sql, data: string) {
    super();
    this.#sql = sql;
    this.#data = data;
    this.extensions = ["creation"];
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#writing.get(id);
    const found = await receivingUpload(this.#sql, id);
    if (found === undefined) throw notFound();
    if (found.state === "failed" && found.received < found.size) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size: found.size, offset: found.received });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const work = this.#write(bytes, id, offset);
    const settled = work.catch(() => {});
    this.#writing.set(id, settled);
    try {
      return await work;
    } finally {
      if (this.#writing.get(id) === settled) this.#writing.delete(id);
    }
  }

  /** Returns the reason of a failed write, once; the library only reports that the stream ended early. */
  async takeFailure(id: string): Promise<unknown> {
    await this.#writing.get(id);
    const failure = this.#failures.get(id);
    this.#failures.delete(id);
    return failure;
  }

  /** @returns the durable offset */
  async #write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = await openStaged(this.#data, id);
    let [came, written, durable] = [offset, offset, offset];
    let batch: Buffer[] = [];
    /** A failed write stays here, since bytes after a missing chunk cannot be stored. */
    let writing: Promise<void> | undefined;
    /** A failed flush stays here, since the kernel reports it only once. */
    let storing: Promise<void> | undefined;
    let stored = offset;
    const write = async () => {
      while (batch.length > 0) {
        const pieces = batch;
        batch = [];
        written += await writeAll(file, pieces, written);
        if (storing === undefined && written - stored >= EARLY) {
          stored = written;
          storing = file.datasync().then(() => {
            storing = undefined;
          });
          storing.catch(() => {}); // rethrown by `sync`
        }
      }
      writing = undefined;
    };
    const sync = async () => {
      if (written === durable) return;
      await storing;
      await file.datasync();
      if (durable === 0) await syncFolder(this.#data);
      if (!(await acknowledge(this.#sql, id, durable, written))) throw conflict(OFFSET_CONFLICT);
      durable = written;
    };
    const keep = async (chunk: Buffer) => {
      batch.push(chunk);
      came += chunk.length;
      if (writing === undefined) {
        writing = write();
        writing.catch(() => {}); // awaited below
      }
      if (came - written >= MAX_PENDING_BYTES || came - durable >= STEP) await writing;
      if (came - durable >= STEP) await sync();
    };
    const failed = (error: unknown) => {
      const failure = isFullDisk(error) ? insufficientStorage(NO_SPACE) : error;
      this.#failures.set(id, failure);
      throw failure;
    };
    try {
      if ((await file.stat()).size < offset) {
        await failLost(this.#sql, id, LOST_WHILE_SENT);
        throw ERRORS.FILE_NO_LONGER_EXISTS;
      }
      for await (const chunk of bytes as AsyncIterable<Buffer>) await keep(chunk).catch(failed);
    } finally {
      // Bytes received before a disconnect are kept.
      await Promise.resolve(writing)
        .catch(failed)
        .finally(() => sync().catch(failed))
        .finally(() => file.close());
    }
    return durable;
  }
}

/** Repeats partial writes. @returns number of bytes */
async function writeAll(file: FileHandle, pieces: Buffer[], position: number): Promise<number> {
  let done = 0;
  for (let left = pieces; left.length > 0; ) {
    const { bytesWritten } = await file.writev(left, position + done);
    done += bytesWritten;
    let taken = bytesWritten;
    left = left.flatMap((piece) => {
      const rest = piece.subarray(Math.min(taken, piece.length));
      taken -= piece.length - rest.length;
      return rest.length === 0 ? [] : [rest];
    });
  }
  return done;
}
