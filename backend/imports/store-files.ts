/** Hashes and stores the files of a batch, and remembers the hashes. */
import type { Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { lookup } from "mime-types";
import type { Sql } from "#backend/db/client.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import type { RecordOf } from "#backend/imports/bundle/records.ts";
import { TAKEN_DOWN } from "#backend/imports/bundle/takedown-filter.ts";
import { stripControls } from "#backend/imports/bundle/text.ts";
import type { Row } from "#backend/imports/bundle/validate.ts";
import { type InTransaction, writeBatch } from "#backend/imports/bundle/write.ts";
import type { FileRef } from "#shared/entities/file.ts";
import { storedExtension } from "#shared/rules/file-types.ts";
import { extensionOf, filePath } from "#shared/rules/files.ts";
import { utcOfMilliseconds } from "./formats/lib/dates.ts";
import type { Downloads } from "./formats/lib/folder.ts";
import { type LocalFile, ReadError } from "./formats/lib/format.ts";
import type { Spool } from "./spool.ts";

/** Most of them wait for the database while the others copy: Node processes four files at a time. */
const CONCURRENCY = 16;
const UNKNOWN_TYPE = "application/octet-stream";

export interface StoreOptions {
  sql: Sql;
  storage: FileStorage;
  downloads: Downloads;
  spool: Spool;
  /** Hard links instead of copies, if the disk allows it. */
  link: boolean;
  onProblem: (path: string, reason: string) => void;
  fence?: InTransaction | undefined;
  /** Called when a file is done, read or not. */
  onBytes: (bytes: number) => void;
}

export interface StoredFiles {
  /** @returns undefined if the file was skipped */
  refOf(file: LocalFile): FileRef | undefined;
  hashOf(file: LocalFile): string | undefined;
  /** True if the file was skipped because it is damaged or cannot be read. */
  isFaulty(file: LocalFile): boolean;
  /** Number of newly stored files. */
  written: number;
}

interface KnownFile {
  /** Null if the archive does not have the file. */
  ext: string | null;
  /** True if it was taken down. */
  removed: boolean;
}

interface Kept {
  hash: string;
  ext: string;
}

/** Stores each file once, even if several records name it; reports and skips damaged files. */
export async function storeFiles(options: StoreOptions, files: readonly LocalFile[]): Promise<StoredFiles> {
  const batch = new Batch(options);
  await batch.recall([...new Set(files.map((file) => batch.pathOf(file).toString("latin1")))]);
  const queue = files.values();
  const worker = async () => {
    for (const file of queue) await batch.store(file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  await batch.writeRows();
  const keptOf = (file: LocalFile) => batch.kept.get(batch.keyOf(file));
  return {
    refOf: (file) => {
      const kept = keptOf(file);
      return kept && { name: stripControls(file.name), path: filePath(kept.hash, kept.ext) };
    },
    hashOf: (file) => keptOf(file)?.hash,
    isFaulty: (file) => keptOf(file) === undefined && !batch.takenDown.has(batch.keyOf(file)),
    written: batch.written,
  };
}

interface Remembered {
  size: number;
  mtime: number;
  hash: string;
  /** Null if the archive no longer has the file. */
  ext: string | null;
}

class Batch {
  readonly #options: StoreOptions;
  readonly #remembered = new Map<string, Remembered>();
  readonly #started = new Map<string, Promise<void>>();
  readonly #rows = new Map<string, RecordOf<"files">>();
  readonly #hashed: { place: string; size: number; mtime: number; hash: string }[] = [];
  /** By path. */
  readonly kept = new Map<string, Kept & { path: string }>();
  /** Keys of files that were taken down. */
  readonly takenDown = new Set<string>();
  written = 0;
  #next: { hashes: string[]; known: Promise<Map<string, KnownFile>> } | undefined;
  #answered: Promise<unknown> = Promise.resolve();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Unique also for names that are not UTF-8. */
  keyOf(file: LocalFile): string {
    return this.pathOf(file).toString("latin1");
  }

  pathOf(file: LocalFile): Buffer {
    const { spool, downloads } = this.#options;
    const spooled = file.bytes && spool.pathOf(file);
    return spooled === undefined ? downloads.place(file.entry.path) : Buffer.from(spooled);
  }

  async recall(places: readonly string[]): Promise<void> {
    const { sql } = this.#options;
    const rows = await sql<(Remembered & { place: string })[]>`
      select i.*, f.ext from imported_files i left join files f using (hash) where place = any(${places}::text[])`;
    for (const { place, ...row } of rows) this.#remembered.set(place, row);
  }

  store(file: LocalFile): Promise<void> {
    const key = this.keyOf(file);
    const started = this.#started.get(key) ?? this.#read(file);
    this.#started.set(key, started);
    return started;
  }

  async writeRows(): Promise<void> {
    const { sql, fence, onProblem } = this.#options;
    const rows: Row[] = [...this.#rows.values()].map((fields) => ({ line: 0, fields }));
    await writeBatch(sql, "files", rows, fence, ({ fields }, { reason }) => {
      for (const [place, { hash, path }] of this.kept) {
        if (hash !== fields["hash"]) continue;
        this.kept.delete(place);
        onProblem(path, reason);
      }
    });
    if (this.#hashed.length > 0)
      await sql`
        insert into imported_files select * from json_to_recordset(${JSON.stringify(this.#hashed)}::text::json)
          as f (place text, size bigint, mtime double precision, hash text)
        on conflict (place) do update set size = excluded.size, mtime = excluded.mtime, hash = excluded.hash`;
  }

  async #read(file: LocalFile): Promise<void> {
    const { onProblem, onBytes, spool } = this.#options;
    const { path } = file.entry;
    if (file.bytes !== undefined && spool.pathOf(file) === undefined) return; // already reported by the spool
    try {
      const { handle, stat } = await this.#open(file);
      try {
        const { size, mtimeMs } = stat;
        if (file.size !== undefined && size < file.size)
          throw new ReadError(`is cut: it has ${size} bytes of ${file.size}`);
        const kept = this.#known(file, { size, mtimeMs }) ?? (await this.#take(file, handle, mtimeMs));
        if (kept !== undefined) this.kept.set(this.keyOf(file), { ...kept, path });
        onBytes(size);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!isFaultOfFile(error)) throw error;
      onProblem(path, (error as Error).message);
    }
  }

  async #open(file: LocalFile): Promise<{ handle: FileHandle; stat: Stats }> {
    const { downloads, spool } = this.#options;
    const spooled = file.bytes && spool.pathOf(file);
    if (spooled === undefined) return downloads.openFile(file.entry.path);
    const handle = await open(spooled, "r");
    return { handle, stat: await handle.stat() };
  }

  /** Finds an unchanged file hashed by an earlier run. */
  #known(file: LocalFile, { size, mtimeMs }: { size: number; mtimeMs: number }): Kept | undefined {
    const found = this.#remembered.get(this.keyOf(file));
    if (found === undefined || found.ext === null || found.size !== size || found.mtime !== mtimeMs)
      return undefined;
    refuseDamaged(file, found.hash);
    return { hash: found.hash, ext: found.ext };
  }

  async #take(file: LocalFile, handle: FileHandle, mtimeMs: number): Promise<Kept | undefined> {
    const { storage, link, onProblem } = this.#options;
    const { path } = file.entry;
    const isInside = file.bytes !== undefined;
    const modified = new Date(mtimeMs);
    let kept: Kept | undefined;
    const source = { localPath: this.pathOf(file), handle, link: link && !isInside };
    const isWritten = await storage.take(source, async ({ hash, size, head }) => {
      refuseDamaged(file, hash);
      const found = await this.#lookUp(hash);
      if (found?.removed === true) {
        onProblem(path, TAKEN_DOWN.reason);
        this.takenDown.add(this.keyOf(file));
        return undefined;
      }
      const type = await typeOf(isInside ? file.name : file.entry.name, head);
      // The first name of a file determines its stored extension.
      const ext = found?.ext ?? this.#rows.get(hash)?.ext ?? type.ext;
      kept = { hash, ext };
      const isNew = typeof found?.ext !== "string" && !this.#rows.has(hash);
      if (isNew) this.#rows.set(hash, recordOf({ ...kept, size, modified }, type.mime));
      if (!isInside) this.#hashed.push({ place: this.keyOf(file), size, mtime: mtimeMs, hash });
      return { ext, modified, isNew };
    });
    if (isWritten) this.written += 1;
    return kept;
  }

  /** Asks for all files together that were hashed while the last question was answered. */
  #lookUp(hash: string): Promise<KnownFile | undefined> {
    if (this.#next === undefined) {
      const hashes = [hash];
      const known = this.#answered.then(() => {
        this.#next = undefined;
        return this.#readKnown(hashes);
      });
      this.#next = { hashes, known };
      this.#answered = known;
    } else this.#next.hashes.push(hash);
    return this.#next.known.then((known) => known.get(hash));
  }

  async #readKnown(hashes: string[]): Promise<Map<string, KnownFile>> {
    const { sql } = this.#options;
    const rows = await sql<(KnownFile & { hash: string })[]>`
      select h.hash, f.ext, exists (select from removed_files r where r.hash = h.hash) or exists (
        select from takedowns where service = '' and "user" = '' and file = h.hash) as removed
      from unnest(${hashes}::text[]) as h (hash) left join files f on f.hash = h.hash`;
    return new Map(rows.map(({ hash, ...known }) => [hash, known]));
  }
}

function recordOf(
  { hash, ext, size, modified }: { hash: string; ext: string; size: number; modified: Date },
  type: string,
): RecordOf<"files"> {
  const mtime = utcOfMilliseconds(Math.max(0, modified.getTime())) ?? "1970-01-01T00:00:00";
  const added = utcOfMilliseconds(Date.now()) ?? mtime;
  return { hash, ext, mime: type, size, mtime, ctime: mtime, added, ihash: null };
}

/** Detects the type by content, or by name if the content is inconclusive. */
async function typeOf(name: string, head: Buffer): Promise<{ ext: string; mime: string }> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const ext = extensionOf(name);
  if (found === undefined) return { ext, mime: lookup(name) || UNKNOWN_TYPE };
  return { ext: storedExtension(ext, found), mime: found.mime };
}

function refuseDamaged({ hash }: LocalFile, found: string): void {
  if (hash !== undefined && hash !== found)
    throw new ReadError(`is damaged: it has SHA-256 ${found}, its metadata says ${hash}`);
}

const FAULTS: ReadonlySet<string> = new Set(["EIO", "EISDIR", "ENXIO"]);

function isFaultOfFile(error: unknown): boolean {
  return error instanceof ReadError || FAULTS.has((error as NodeJS.ErrnoException).code ?? "");
}
