/** Writes a bundle folder as a stream: records are buffered in chunks of 64 KiB, each file is written once. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import type { Entity, RecordOf } from "#backend/imports/bundle/records.ts";
import { RECORDS } from "#backend/imports/bundle/records.ts";
import { filePath } from "#shared/rules/files.ts";

export type Draft<E extends Entity> = z.input<(typeof RECORDS)[E]>;

export interface StoredFile {
  hash: string;
  /** `/aa/bb/<sha256>.<ext>` */
  path: string;
  size: number;
}

const CHUNK = 65_536;
const HASH = /[0-9a-f]{64}/g;

export class BundleWriter {
  readonly #out: string;
  readonly #streams = new Map<Entity, { stream: WriteStream; pending: string[]; size: number }>();
  readonly #files = new Map<string, Draft<"files">>();
  /** Hashes referenced by records. */
  readonly #used = new Set<string>();
  readonly counts: Partial<Record<Entity, number>> = {};

  constructor(out: string) {
    this.#out = out;
  }

  /** Creates a file for every entity, so that an empty entity differs from a missing one. */
  async open(): Promise<void> {
    await mkdir(join(this.#out, "files"), { recursive: true });
    for (const entity of Object.keys(RECORDS) as Entity[]) {
      const stream = createWriteStream(join(this.#out, `${entity}.ndjson`));
      this.#streams.set(entity, { stream, pending: [`${JSON.stringify({ roost: 1, entity })}\n`], size: 0 });
      this.counts[entity] = 0;
    }
  }

  write<E extends Entity>(entity: E, record: Draft<E>): void {
    const target = this.#streams.get(entity)!;
    const line = `${JSON.stringify(record)}\n`;
    if (entity !== "files") for (const [hash] of line.matchAll(HASH)) this.#used.add(hash);
    target.pending.push(line);
    target.size += line.length;
    this.counts[entity] = (this.counts[entity] ?? 0) + 1;
  }

  /** Writes full buffers to disk, with backpressure; call it often. */
  async drain(all = false): Promise<void> {
    for (const target of this.#streams.values()) {
      if (target.pending.length === 0 || (!all && target.size < CHUNK)) continue;
      const text = target.pending.join("");
      target.pending = [];
      target.size = 0;
      if (!target.stream.write(text)) await once(target.stream, "drain");
    }
  }

  /** Stores bytes under their hash, once for all uses. */
  async addFile(
    data: Buffer,
    ext: string,
    record: Omit<RecordOf<"files">, "hash" | "ext" | "size" | "ihash">,
  ): Promise<StoredFile> {
    const hash = createHash("sha256").update(data).digest("hex");
    const path = filePath(hash, ext);
    if (!this.#files.has(hash)) {
      this.#files.set(hash, { hash, ext, size: data.length, ...record });
      const target = join(this.#out, "files", path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, data);
    }
    return { hash, path, size: data.length };
  }

  /** Drops files that no record references: nothing would remove them from an archive again. */
  async close(): Promise<void> {
    for (const [hash, record] of this.#files) {
      if (this.#used.has(hash)) this.write("files", record);
      else await rm(join(this.#out, "files", filePath(hash, record.ext)));
    }
    await this.drain(true);
    await Promise.all(
      [...this.#streams.values()].map(async ({ stream }) => {
        stream.end();
        await once(stream, "finish");
      }),
    );
  }
}
