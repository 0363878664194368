/** Imports a bundle line by line and batch by batch, in constant memory (docs/bundle.md). */
import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import type { Sql, Tx } from "#backend/db/client.ts";
import { FileError, type FileStorage } from "#backend/files/storage.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { filePath } from "#shared/rules/files.ts";
import type { Line } from "./lines.ts";
import type { Entity, RecordOf } from "./records.ts";
import { withKnownReferences } from "./references.ts";
import { EXPECTED_HEADER, type Part, parseHeader, type Source } from "./source.ts";
import { TAKEN_DOWN, withoutTakenDown } from "./takedown-filter.ts";
import { checkLine, type Problem, type ProblemKind, type Row, type RowProblem } from "./validate.ts";
import { saveProgress, writeBatch } from "./write.ts";

const BATCH_ROWS = 2000;
/** Minimum batch size when the database is idle: waiting for more rows would cost more than another batch. */
const MIN_BATCH_ROWS = 125;
const BATCH_CHARS = 4 * 1024 * 1024;
const COPY_CONCURRENCY = 4;
/** Lines parsed between two yields to the event loop; a post takes about a millisecond. */
const LINES_PER_YIELD = 8;

export interface IngestProgress {
  entity: Entity | undefined;
  /** Records read so far, valid or not. */
  records: number;
  bytes: number;
  totalBytes: number | undefined;
}

export interface IngestSummary {
  read: Partial<Record<Entity, number>>;
  added: Partial<Record<Entity, number>>;
  changed: Partial<Record<Entity, number>>;
  problems: Partial<Record<ProblemKind, number>>;
  /** Copied files; the others were already stored. */
  filesStored: number;
  /** True when it resumed an interrupted ingest of the same bundle. */
  resumed: boolean;
}

export interface IngestOptions {
  sql: Sql;
  storage: FileStorage;
  /** Position in RATINGS of the rating of creators and posts that are added. */
  rating?: number;
  source: Source;
  onProgress?: (progress: IngestProgress) => void;
  onProblem?: (problem: Problem) => void;
}

/**
 * Imports the bundle; reports each invalid record to `onProblem`, counts it and skips it.
 * Idempotent; after an interruption it resumes after the last batch.
 * @throws errors not caused by a record: a lost database connection, an unreadable disk
 */
export async function ingestBundle(options: IngestOptions): Promise<IngestSummary> {
  const { sql, storage, source } = options;
  const summary: IngestSummary = {
    read: {},
    added: {},
    changed: {},
    problems: {},
    filesStored: 0,
    resumed: false,
  };
  const run = new Run(options, summary);
  await storage.sweep();
  for (const name of source.strangers) {
    run.problem({
      kind: "unknown entity",
      file: name,
      line: 0,
      reason: `no entity has this name, or it is there packed and unpacked`,
    });
  }
  for (const part of source.parts) await run.importPart(part);
  const keys = source.parts.flatMap((part) => part.progressKey ?? []);
  if (keys.length > 0) await sql`delete from ingest_progress where bundle in ${sql(keys)}`;
  return summary;
}

interface Batch {
  entity: Entity;
  rows: Row[];
  chars: number;
}

class Run {
  private readonly options: IngestOptions;
  private readonly summary: IngestSummary;
  private records = 0;
  private doneBytes = 0;

  constructor(options: IngestOptions, summary: IngestSummary) {
    this.options = options;
    this.summary = summary;
  }

  problem(problem: Problem): void {
    this.summary.problems[problem.kind] = (this.summary.problems[problem.kind] ?? 0) + 1;
    this.options.onProblem?.(problem);
  }

  async importPart(part: Part): Promise<void> {
    const start = await this.startOf(part);
    let batch: Batch | undefined;
    let entity = part.entity;
    let lost = false; // in a stream, after an invalid header
    let end = start;
    // Pipeline: writes one batch, prepares the next and reads a third.
    const writing: Promise<void>[] = [];
    let unwritten = 0;
    const settle = async (most: number) => {
      while (writing.length > most) await writing.shift();
      this.progress(part, entity);
    };
    const flush = async () => {
      await settle(1);
      if (batch === undefined) return;
      unwritten += 1;
      const written = this.write(part, batch, end, writing.at(-1)).then(() => {
        unwritten -= 1;
      });
      written.catch(() => {}); // awaited by a later flush
      writing.push(written);
      batch = undefined;
    };
    const isDue = ({ rows, chars }: Batch) =>
      rows.length >= (unwritten === 0 ? MIN_BATCH_ROWS : BATCH_ROWS) || chars >= BATCH_CHARS;
    for await (const line of part.lines(start)) {
      if (line.text.startsWith('{"roost"')) {
        await flush();
        await settle(0); // the next entity may refer to these rows
        entity = this.readHeader(part, line);
        if (entity === undefined && part.entity !== undefined) break;
        lost = entity === undefined;
      } else if (entity === undefined) {
        if (!lost)
          this.problem({
            kind: "unknown entity",
            file: part.file,
            line: line.number,
            reason: `no header before it; ${EXPECTED_HEADER}`,
          });
        lost = true;
      } else if (line.text !== "" || line.fault !== undefined) {
        batch ??= { entity, rows: [], chars: 0 };
        batch.chars += line.text.length;
        this.take(part, batch, line);
      }
      end = { offset: line.end, line: line.number };
      if (batch !== undefined && isDue(batch)) await flush();
      // The previous batch sends several statements in sequence, and this loop would block them.
      if (line.number % LINES_PER_YIELD === 0) await scheduler.yield();
    }
    await flush();
    await settle(0);
    this.doneBytes += part.bytesRead();
  }

  private async startOf({ progressKey, entity }: Part): Promise<{ offset: number; line: number }> {
    const { sql } = this.options;
    const [found] =
      progressKey === undefined || entity === undefined
        ? []
        : await sql<{ byte_offset: number; line: number }[]>`
            select byte_offset, line from ingest_progress where bundle = ${progressKey} and entity = ${entity}`;
    if (found === undefined) return { offset: 0, line: 0 };
    this.summary.resumed = true;
    return { offset: found.byte_offset, line: found.line };
  }

  private readHeader(part: Part, line: Line): Entity | undefined {
    const header = parseHeader(line.text);
    const fault =
      header === undefined
        ? EXPECTED_HEADER
        : part.entity !== undefined && part.entity !== header
          ? `the header says ${header}, the file is named ${part.entity}`
          : undefined;
    if (fault === undefined) return header;
    this.problem({
      kind: "unknown entity",
      file: part.file,
      line: line.number,
      reason: `${fault}; the records after it are skipped`,
    });
    return undefined;
  }

  private take(part: Part, batch: Batch, line: Line): void {
    this.records += 1;
    this.summary.read[batch.entity] = (this.summary.read[batch.entity] ?? 0) + 1;
    const checked =
      line.fault !== undefined
        ? { kind: "broken line" as const, reason: line.fault }
        : checkLine(batch.entity, line.text);
    if ("fields" in checked)
      batch.rows.push({ line: line.number, fields: checked.fields, source: checked.source });
    else this.problem({ ...checked, file: part.file, line: line.number });
  }

  /** @param turn resolves when the previous batch is written */
  private async write(
    part: Part,
    { entity, rows }: Batch,
    end: { offset: number; line: number },
    turn: Promise<void> | undefined,
  ): Promise<void> {
    const { sql, rating } = this.options;
    const report = (row: Row, problem: RowProblem) =>
      this.problem({ ...problem, file: part.file, line: row.line });
    // Checked before files are copied, and again in the writing transaction.
    const allowed = await withoutTakenDown(sql, entity, rows, (row) => report(row, TAKEN_DOWN));
    const stored = entity === "files" ? await this.copyFiles(allowed, report) : allowed;
    const known = await withKnownReferences(sql, entity, stored, report);
    const { progressKey: key } = part;
    const progress = key === undefined ? undefined : (tx: Tx) => saveProgress(tx, entity, { key, ...end });
    const written = await writeBatch(sql, entity, known, progress, report, { turn, rating });
    this.summary.added[entity] = (this.summary.added[entity] ?? 0) + written.added;
    this.summary.changed[entity] = (this.summary.changed[entity] ?? 0) + written.changed;
  }

  /** Copies files before rows are written: a row never names a missing file. */
  private async copyFiles(rows: Row[], report: (row: Row, problem: RowProblem) => void): Promise<Row[]> {
    const copies = new Map<string, Promise<RowProblem | undefined>>(); // equal files of a batch are copied once
    const faults = new Map<Row, RowProblem>();
    const queue = rows.values();
    const worker = async () => {
      for (const row of queue) {
        const { hash, ext, size } = row.fields as RecordOf<"files">;
        const key = `${hash}${ext} ${size}`;
        const copy = copies.get(key) ?? this.copyFile(row.fields as RecordOf<"files">);
        copies.set(key, copy);
        const fault = await copy;
        if (fault !== undefined) faults.set(row, fault);
      }
    };
    await Promise.all(Array.from({ length: COPY_CONCURRENCY }, worker));
    return rows.filter((row) => {
      const fault = faults.get(row);
      if (fault !== undefined) report(row, fault);
      return fault === undefined;
    });
  }

  private async copyFile(record: RecordOf<"files">): Promise<RowProblem | undefined> {
    const { storage, source } = this.options;
    try {
      if (source.files === undefined) {
        if (await storage.has(record)) return undefined;
        return {
          kind: "missing file",
          reason: `${filePath(record.hash, record.ext)} is not in the archive; name its folder with --files`,
        };
      }
      const place = join(source.files, "files", filePath(record.hash, record.ext));
      const modified = parseIso(record.mtime);
      if (await storage.put(place, { ...record, modified })) this.summary.filesStored += 1;
      return undefined;
    } catch (error) {
      if (error instanceof FileError) return { kind: error.fault, reason: error.message };
      throw error;
    }
  }

  private progress(part: Part, entity: Entity | undefined): void {
    const { onProgress, source } = this.options;
    onProgress?.({
      entity,
      records: this.records,
      bytes: this.doneBytes + part.bytesRead(),
      totalBytes: source.totalBytes,
    });
  }
}
