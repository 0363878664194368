/** Imports folders of downloads in batches, merging records with those of the archive (docs/importing-downloads.md). */

import type { Sql } from "#backend/db/client.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { withKnownReferences } from "#backend/imports/bundle/references.ts";
import { ENTITIES } from "#backend/imports/bundle/source.ts";
import { TAKEN_DOWN, withoutTakenDown } from "#backend/imports/bundle/takedown-filter.ts";
import { checkLine, type Fields, type Row } from "#backend/imports/bundle/validate.ts";
import { type InTransaction, type Merge, writeBatch } from "#backend/imports/bundle/write.ts";
import { creatorOf, NamesOnly, UNDATED, Updates } from "./creators.ts";
import { utcOfMilliseconds } from "./formats/lib/dates.ts";
import type { Downloads } from "./formats/lib/folder.ts";
import type { Found, LocalFile } from "./formats/lib/format.ts";
import { filesOf } from "./formats/lib/recognize.ts";
import { mergeOf } from "./merge-batch.ts";
import { writeMissingFiles } from "./missing-files.ts";
import { PostSources } from "./post-sources.ts";
import { addShareFiles, setFiles } from "./record-files.ts";
import { Spool } from "./spool.ts";
import { type StoredFiles, storeFiles } from "./store-files.ts";
import { noteMentions } from "./wanted/mentions.ts";

/** Assumed for local times, until a person states another zone. */
export const DEFAULT_ZONE = "UTC";
const BATCH_ROWS = 1000;
const BATCH_CHARS = 4 * 1024 * 1024;
/** Files per batch. */
const BATCH_FILES = 500;
/** Maximum of spooled bytes per batch. */
const BATCH_SPOOLED = 256 * 1024 * 1024;

export interface ImportOptions {
  sql: Sql;
  storage: FileStorage;
  downloads: Downloads;
  records: AsyncIterable<Found>;
  /** A person stated the time zone of local times. */
  correctsDates?: boolean;
  /** The records were downloaded by a connector just now. */
  isFetched?: boolean;
  /** Position in RATINGS of the rating of creators and posts that are added. */
  rating?: number;
  /** Hard links instead of copies, if the disk allows it. */
  link?: boolean;
  /** Rejects writes of a process that has lost its import to another. */
  fence?: InTransaction;
  onProblem: (path: string, reason: string) => void;
  onContradiction?: (contradiction: Contradiction) => void;
  onProgress?: (progress: { entity: Entity; records: number; bytes: number }) => void;
}

export type Contradiction =
  /** A text that differs from that of another source, where no date says which is newer: one is shown, one is a revision. */
  | { kind: "text"; path: string; entity: Entity; fields: Fields }
  /** A name that several creators of the service have, so that what is known by name only stays apart. */
  | { kind: "name"; service: string; name: string; ids: readonly string[] };

export interface ImportSummary {
  read: Partial<Record<Entity, number>>;
  added: Partial<Record<Entity, number>>;
  changed: Partial<Record<Entity, number>>;
  problems: number;
  /** Texts and names about which sources contradict each other. */
  contradictions: number;
  /** Newly stored files; the others were already stored. */
  filesStored: number;
}

/**
 * Idempotent: repeated records change nothing, and stored files are not read again.
 * @throws errors not caused by a record: a lost database connection, a full disk
 */
export async function importRecords(options: ImportOptions): Promise<ImportSummary> {
  await options.storage.sweep();
  const run = new Run(options);
  try {
    // While the rows of one batch are written, files of the next are stored and a third is read.
    for await (const batch of ahead(run.store(ahead(run.read())))) await run.write(batch);
    await run.finish();
  } finally {
    await run.clearSpools();
  }
  return run.summary;
}

/** Yields the items of a source, which produces the next one while the current one is used. */
async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  try {
    for (let coming = items.next(); ; ) {
      const { value, done } = await coming;
      if (done === true) return;
      coming = items.next();
      coming.catch(() => {}); // awaited when the current one is used
      yield value;
    }
  } finally {
    await items.return?.();
  }
}

class Batch {
  readonly found: Found[] = [];
  readonly spool: Spool;
  #chars = 0;
  #files = 0;

  constructor(spool: Spool) {
    this.spool = spool;
  }

  async add(found: Found): Promise<void> {
    await this.spool.hold(found);
    this.found.push(found);
    this.#files += filesOf(found).length;
    const { content } = found.fields as { content?: string };
    this.#chars += 500 + (content?.length ?? 0);
  }

  get isFull(): boolean {
    return (
      this.#files >= BATCH_FILES ||
      this.found.length >= BATCH_ROWS ||
      this.#chars >= BATCH_CHARS ||
      this.spool.size >= BATCH_SPOOLED
    );
  }
}

/** A valid record, apart from its files. */
interface Checked {
  row: Row;
  found: Found;
}

interface StoredBatch {
  records: Found[];
  checked: Map<Entity, Checked[]>;
  stored: StoredFiles;
  spool: Spool;
}

class Run {
  readonly summary: ImportSummary = {
    read: {},
    added: {},
    changed: {},
    problems: 0,
    contradictions: 0,
    filesStored: 0,
  };
  readonly #spools = new Set<Spool>();
  readonly #updates = new Updates();
  readonly #namesOnly = new NamesOnly();
  readonly #options: ImportOptions;
  readonly #sources: PostSources;
  readonly #now = utcOfMilliseconds(Date.now()) ?? "";
  #records = 0;
  #bytes = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#sources = new PostSources(options.downloads);
  }

  async *read(): AsyncGenerator<Batch> {
    let batch = this.#newBatch();
    for await (const found of this.#options.records) {
      await batch.add(found);
      if (!batch.isFull) continue;
      yield batch;
      batch = this.#newBatch();
    }
    yield batch;
  }

  #newBatch(): Batch {
    const spool = new Spool(this.#problem);
    this.#spools.add(spool);
    return new Batch(spool);
  }

  /** Stores files before rows are written: a row never names a missing file. */
  async *store(batches: AsyncIterable<Batch>): AsyncGenerator<StoredBatch> {
    for await (const { found, spool } of batches) {
      const records = await this.#namesOnly.join(this.#options.sql, found);
      const checked = new Map<Entity, Checked[]>();
      for (const entity of ENTITIES) {
        const ofEntity = records.filter((one) => one.entity === entity);
        if (ofEntity.length > 0) checked.set(entity, await this.#check(entity, ofEntity));
      }
      const files = [...checked.values()].flat().flatMap((one) => filesOf(one.found));
      yield { records, checked, spool, stored: await this.#store(files, spool) };
    }
  }

  async write({ records, checked, spool, stored }: StoredBatch): Promise<void> {
    const { sql, fence } = this.#options;
    for (const { entity, fields } of records) this.#updates.attribute(entity, fields);
    for (const [entity, rows] of checked) {
      for (const { row, found } of rows) setFiles(row, found, stored);
      await this.#writeRows(
        entity,
        rows.map(({ row }) => row),
      );
      if (entity === "shares") await addShareFiles(sql, rows, stored, this.#report, fence);
      if (entity === "posts") await writeMissingFiles(sql, rows, stored, fence);
      if (entity === "posts") await this.#sources.write(sql, rows, fence);
      await noteMentions(sql, entity, rows, fence);
      this.#progress(entity, rows.length);
    }
    await this.#updates.write(sql, fence);
    await spool.clear();
    this.#spools.delete(spool);
  }

  async clearSpools(): Promise<void> {
    for (const spool of this.#spools) await spool.clear();
  }

  #store(files: LocalFile[], spool: Spool): Promise<StoredFiles> {
    const { sql, storage, downloads, link = false, fence } = this.#options;
    const onProblem = this.#problem;
    const onBytes = (bytes: number) => {
      this.#bytes += bytes;
      this.#progress("files", 0);
    };
    return storeFiles({ sql, storage, downloads, spool, link, fence, onProblem, onBytes }, files).then(
      (stored) => {
        this.summary.filesStored += stored.written;
        return stored;
      },
    );
  }

  /** Returns valid records that are not taken down; files of other records are not read. */
  async #check(entity: Entity, found: Found[]): Promise<Checked[]> {
    const { sql } = this.#options;
    this.summary.read[entity] = (this.summary.read[entity] ?? 0) + found.length;
    const checked = new Map<Row, Found>();
    for (const one of found) {
      const result = checkLine(entity, JSON.stringify(this.#recordOf(one)));
      if ("fields" in result)
        checked.set({ line: 0, file: one.from, fields: result.fields, source: result.source }, one);
      else this.#problem(one.from, result.reason);
    }
    const drop = (row: Row) => this.#report(row, TAKEN_DOWN);
    // A post that is hidden for a time before it is deleted is still there: its revisions would be added to it.
    const of = entity === "post_revisions" ? "posts" : entity;
    const allowed = await withoutTakenDown(sql, of, [...checked.keys()], drop);
    const rows = await this.#withOwners(entity, allowed, drop);
    return rows.map((row) => ({ row, found: checked.get(row) as Found }));
  }

  /** Drops records of taken-down creators. */
  async #withOwners(entity: Entity, rows: Row[], drop: (row: Row) => void): Promise<Row[]> {
    const owners = rows.map(({ fields }) => ({ line: 0, fields: { ...creatorOf(entity, fields) } }));
    const refused = new Set<Row>();
    await withoutTakenDown(this.#options.sql, "creators", owners, (owner) => refused.add(owner));
    return rows.filter((row, at) => {
      const isRefused = refused.has(owners[at] as Row);
      if (isRefused && entity !== "creators") drop(row);
      return !isRefused;
    });
  }

  /** The record without files, with defaults of fields that the schema requires. */
  #recordOf({ entity, fields }: Found): object {
    const { file, attachments, icon, banner, files, ...rest } = fields as Record<string, unknown>;
    // Placeholder: the database generates the id.
    if (entity === "post_revisions") return { ...rest, revision_id: 1 };
    if (entity === "discord_message_revisions") return { ...rest, id: 1 };
    if (entity === "creators") return { ...rest, indexed: this.#now, updated: UNDATED };
    return rest;
  }

  async #writeRows(entity: Entity, rows: Row[]): Promise<void> {
    const { sql, correctsDates = false, isFetched = false, rating } = this.#options;
    const known = await withKnownReferences(sql, entity, rows, this.#report);
    const contradicting = new Set<Row>();
    const merge: Merge = mergeOf(entity, {
      now: this.#now,
      stated: { isZoned: correctsDates, fetched: isFetched ? this.#now : "" },
      onContradiction: (row) => contradicting.add(row),
    });
    const written = await writeBatch(sql, entity, known, this.#options.fence, this.#report, {
      merge,
      rating,
    });
    this.summary.added[entity] = (this.summary.added[entity] ?? 0) + written.added;
    this.summary.changed[entity] = (this.summary.changed[entity] ?? 0) + written.changed;
    for (const { fields } of known) this.#updates.add(entity, fields);
    for (const { file = "", fields } of contradicting) {
      this.#contradiction({ kind: "text", path: file, entity, fields });
    }
  }

  async finish(): Promise<void> {
    const { sql, fence } = this.#options;
    await this.#updates.finish(sql, fence, ({ service, id }, ids) =>
      this.#contradiction({ kind: "name", service, name: id, ids }),
    );
  }

  #contradiction(contradiction: Contradiction): void {
    this.summary.contradictions += 1;
    this.#options.onContradiction?.(contradiction);
  }

  readonly #report = (row: Row, { reason }: { reason: string }) => this.#problem(row.file ?? "", reason);

  readonly #problem = (path: string, reason: string) => {
    this.summary.problems += 1;
    this.#options.onProblem(path, reason);
  };

  #progress(entity: Entity, records: number): void {
    this.#records += records;
    this.#options.onProgress?.({ entity, records: this.#records, bytes: this.#bytes });
  }
}
