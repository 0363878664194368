/** Files inside archive files: unpacked on first request, images with those that follow, and cached on disk. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { type Entry, following, indexesOf } from "#shared/archive-files/entries.ts";
import type { Fault } from "#shared/archive-files/faults.ts";
import { uniqueName } from "#shared/archive-files/unique-names.ts";
import { BAD_IMAGE, hashOfPath } from "#shared/rules/files.ts";
import type { ThumbnailWidth } from "#shared/rules/thumbnails.ts";
import { PictureError } from "../files/decoders.ts";
import type { Format, Pictures } from "../files/pictures.ts";
import { storePicture } from "../files/store-picture.ts";
import type { ArchiveFiles, SourceFiles } from "./archive-files.ts";
import { ArchiveError } from "./reader-output.ts";

const MAX_CACHE_BYTES = 2 * 1024 ** 3;
/** Share of the cache that is written between two looks at its size, and that is then free. */
const CACHE_SLACK = 0.1;
/** Accuracy of the time of the last use. */
const TOUCH_MS = 3_600_000;
const MAX_FAILED = 10_000;
const FAULT_TTL_MS = 600_000;

export interface ArchiveEntriesOptions {
  archiveFiles: ArchiveFiles;
  pictures: Pictures;
  /** Folder of ROOST_DATA, whose cache stores the files. */
  data: string;
  maxCacheBytes?: number;
}

/** An archive file, with what is needed to open it. */
export interface OpenableArchive {
  /** SHA-256, which the cache is sorted by. */
  hash: string;
  source: SourceFiles;
  password: string | undefined;
}

export class ArchiveEntries {
  readonly #archiveFiles: ArchiveFiles;
  readonly #pictures: Pictures;
  readonly #cache: string;
  readonly #maxCacheBytes: number;
  /** By local path. */
  readonly #making = new Map<string, Promise<unknown>>();
  readonly #failed = new LRUCache<string, Fault>({ max: MAX_FAILED, ttl: FAULT_TTL_MS });
  /** Bytes since the size of the cache was checked; at first, more than it may have. */
  #written = Number.POSITIVE_INFINITY;
  #cleaning: Promise<void> = Promise.resolve();

  constructor({ archiveFiles, pictures, data, maxCacheBytes = MAX_CACHE_BYTES }: ArchiveEntriesOptions) {
    this.#archiveFiles = archiveFiles;
    this.#pictures = pictures;
    this.#cache = join(data, "cache", "archive-entries");
    this.#maxCacheBytes = maxCacheBytes;
  }

  /**
   * Returns the local path of the first of these entries; unpacks those that follow it too, if they are images.
   * @throws ArchiveError, BusyError of the reader, FileError if the bytes of the archive file are missing
   */
  async locate(archive: OpenableArchive, [entry, ...others]: readonly Entry[]): Promise<string> {
    if (entry === undefined) throw new ArchiveError("unreadable");
    const target = this.#target(archive, entry);
    await this.#making.get(target)?.catch(() => {}); // another one of its batch may have failed
    if (await isUsed(target)) return target;
    const fault = this.#failed.get(target);
    if (fault !== undefined) throw new ArchiveError(fault);
    const batch = [entry, ...(await this.#batchWith(archive, entry, others))];
    // A concurrent request may have started it in the meantime.
    if (this.#making.has(target)) return await this.locate(archive, [entry]);
    await this.#once(
      batch.map((one) => this.#target(archive, one)),
      () => this.#unpack(archive, batch),
    );
    return target;
  }

  /**
   * Returns the local path of a thumbnail.
   * @param source path that `locate` returned
   * @throws PictureError if it is not an image that can be read; BusyError of the decoders
   */
  async thumbnail(source: string, width: ThumbnailWidth, format: Format): Promise<string> {
    const target = `${source}.w${width}.${format}`;
    await this.#making.get(target);
    if (await isUsed(target)) return target;
    if (this.#failed.has(target)) throw new PictureError(BAD_IMAGE);
    if (this.#making.has(target)) return await this.thumbnail(source, width, format);
    await this.#once([target], async () => {
      const picture = await this.#pictures.preview(source, width, format).catch((error) => {
        if (error instanceof PictureError) this.#failed.set(target, "unreadable");
        throw error;
      });
      await storePicture(picture, target);
      this.#count(picture.length);
    });
    return target;
  }

  /** Deletes what is cached of a deleted file. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash !== undefined) await rm(this.#folder(hash), { recursive: true, force: true });
  }

  #folder(hash: string): string {
    return join(this.#cache, hash.slice(0, 2), hash.slice(2, 4), hash);
  }

  #target({ hash }: OpenableArchive, { name, nth }: Entry): string {
    return join(this.#folder(hash), createHash("sha256").update(uniqueName(name, nth)).digest("hex"));
  }

  /** Images that follow an image, as long as they are small and not unpacked. */
  async #batchWith(archive: OpenableArchive, entry: Entry, others: readonly Entry[]): Promise<Entry[]> {
    const batch: Entry[] = [];
    for (const one of following(entry, others)) {
      const target = this.#target(archive, one);
      if (this.#failed.has(target) || this.#making.has(target) || (await isUsed(target))) break;
      batch.push(one);
    }
    return batch;
  }

  async #once(targets: readonly string[], make: () => Promise<void>): Promise<void> {
    const running = make().finally(() => {
      for (const target of targets) if (this.#making.get(target) === running) this.#making.delete(target);
    });
    for (const target of targets) this.#making.set(target, running);
    await running;
  }

  async #unpack(archive: OpenableArchive, batch: readonly Entry[]): Promise<void> {
    const targets = batch.map((entry) => this.#target(archive, entry));
    const outputs = targets.map((target) => `${target}.${randomBytes(6).toString("hex")}`);
    try {
      await mkdir(this.#folder(archive.hash), { recursive: true });
      const choose = (names: readonly string[]) => choices(names, batch);
      const found = await this.#archiveFiles.unpack(archive.source, archive.password, { outputs, choose });
      for (const [at, bytes] of found.entries()) {
        const [output, target] = [outputs[at], targets[at]];
        if (bytes === null || output === undefined || target === undefined) continue;
        await truncate(output, bytes); // an attempt before may have written more
        await rename(output, target);
        this.#count(bytes);
      }
    } catch (error) {
      // A locked one may be opened as soon as somebody finds the password.
      if (error instanceof ArchiveError && error.fault !== "locked")
        this.#failed.set(targets[0] ?? "", error.fault);
      throw error;
    } finally {
      for (const output of outputs) await rm(output, { force: true });
    }
  }

  /** Counts written bytes, and deletes what was not used for long before the cache exceeds its limit. */
  #count(bytes: number): void {
    this.#written += bytes;
    if (this.#written < CACHE_SLACK * this.#maxCacheBytes) return;
    this.#written = 0;
    this.#cleaning = this.#cleaning.then(() => this.#clean()).catch(() => {}); // tried again after the next ones
  }

  async #clean(): Promise<void> {
    const files: { path: string; size: number; used: number }[] = [];
    for (const item of await readdir(this.#cache, { recursive: true, withFileTypes: true })) {
      const path = join(item.parentPath, item.name);
      const found = item.isFile() ? await stat(path).catch(() => undefined) : undefined;
      if (found !== undefined) files.push({ path, size: found.size, used: found.atimeMs });
    }
    files.sort((a, b) => b.used - a.used);
    let total = 0;
    for (const { path, size } of files) {
      total += size;
      if (total > (1 - CACHE_SLACK) * this.#maxCacheBytes) await rm(path, { force: true });
    }
  }
}

/** Index of each entry among the names of the archive file. @throws ArchiveError if it has no file of the first name */
function choices(names: readonly string[], batch: readonly Entry[]): (number | null)[] {
  const chosen = indexesOf(names, batch);
  if (chosen[0] === null) throw new ArchiveError("unreadable");
  return chosen;
}

/** True if the file exists; it then counts as used now. */
async function isUsed(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (Date.now() - found.atimeMs > TOUCH_MS) await utimes(path, new Date(), found.mtime).catch(() => {});
  return true;
}
