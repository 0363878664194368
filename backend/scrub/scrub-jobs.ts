/** Reads every stored file once in SCRUB_DAYS and compares its hash (docs/decisions/0064-scrub.md). */
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import { findFault } from "#backend/files/check-file.ts";
import { markDamaged, unmarkDamaged } from "#backend/files/damaged-files.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import type { Job, JobRow } from "#backend/jobs/job.ts";
import type { Attempt, JobKind } from "#backend/jobs/kind.ts";
import { filePath } from "#shared/rules/files.ts";
import { type RepairSource, repairFile } from "./repair.ts";

/** A slice of the pass begins this often; known damage is looked at again in each. */
const MAX_SLICE_MS = 600_000;
const MIN_SLICES = 100;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 100;
const RETRY_DELAY_SECONDS = 60;

export interface ScrubOptions {
  sql: Sql;
  storage: FileStorage;
  log: Logger;
  /** Duration of a pass. */
  days: number;
  /** Undefined if nothing is configured to repair from. */
  source: RepairSource | undefined;
}

interface ScrubRow extends JobRow {
  position: string;
  checked: number;
  started_at: Date;
}

export function scrubJobs(options: ScrubOptions): JobKind<ScrubRow> {
  return {
    table: "scrubs",
    concurrency: 1,
    columns: ["position", "checked", "started_at"],
    waiting: (sql) => sql`true`,
    order: (sql) => sql`j.id`,
    start: (job) => new Slice(options, job),
    failureOf: (error) => ({ reason: String(error), isFinal: false }),
    retryDelay: () => RETRY_DELAY_SECONDS,
  };
}

/** A part of a pass, so that the reading is spread over its days. */
class Slice implements Attempt {
  readonly #options: ScrubOptions;
  readonly #job: Job<ScrubRow>;
  readonly #passMs: number;
  readonly #sliceMs: number;
  #position: string;
  #checked: number;

  constructor(options: ScrubOptions, job: Job<ScrubRow>) {
    this.#options = options;
    this.#job = job;
    this.#passMs = options.days * DAY_MS;
    this.#sliceMs = Math.min(MAX_SLICE_MS, this.#passMs / MIN_SLICES);
    this.#position = job.row.position;
    this.#checked = job.row.checked;
    job.progress = () => ({ position: this.#position, checked: this.#checked });
  }

  async run(): Promise<void> {
    await this.#repairKnown();
    const isComplete = await this.#readFiles(await this.#filesDue());
    await this.#close(isComplete);
  }

  async fail(): Promise<void> {
    await this.#close(false);
  }

  async #close(isComplete: boolean): Promise<void> {
    const { started_at } = this.#job.row;
    // The next pass begins when this one's days are over, so that a pass is not faster than it has to be.
    const next = isComplete
      ? {
          position: "",
          checked: 0,
          finished_at: new Date(),
          started_at: new Date(Math.max(started_at.getTime() + this.#passMs, Date.now())),
        }
      : {};
    await this.#job.close(this.#options.sql, {
      ...{ crashes: 0, retry_count: 0, run_at: new Date(Date.now() + this.#sliceMs) },
      ...next,
    });
  }

  /** Number of files until the end of the slice, by the time that has passed; all that are left at the end of the pass. */
  async #filesDue(): Promise<number> {
    const elapsed = Date.now() + this.#sliceMs - this.#job.row.started_at.getTime();
    if (elapsed <= this.#sliceMs) return 0; // the pass is in the future
    if (elapsed >= this.#passMs) return Number.POSITIVE_INFINITY;
    const [{ total }] = await this.#options.sql<[{ total: number }]>`select count(*) as total from files`;
    return Math.ceil((total * elapsed) / this.#passMs) - this.#checked;
  }

  /** @returns true at the end of the pass */
  async #readFiles(due: number): Promise<boolean> {
    const { sql, storage } = this.#options;
    for (let left = due; left > 0; ) {
      const rows = await sql<{ hash: string; ext: string; size: number }[]>`
        select hash, ext, size from files where hash > ${this.#position} order by hash
        limit ${Math.min(PAGE_SIZE, left)}`;
      if (rows.length === 0) return true;
      for (const { hash, ext, size } of rows) {
        this.#job.signal.throwIfAborted();
        const fault = await findFault(storage, filePath(hash, ext), this.#job.signal);
        if (fault === undefined) await unmarkDamaged(sql, hash);
        else {
          this.#options.log.error({ path: filePath(hash, ext), fault }, "a stored file is not right");
          await markDamaged(sql, hash, fault);
          await this.#repair({ hash, ext, size });
        }
        this.#position = hash;
        this.#checked += 1;
      }
      left -= rows.length;
    }
    return false;
  }

  /** Looks at known damage again, which may have been restored by hand or can be repaired now. */
  async #repairKnown(): Promise<void> {
    const { sql, storage } = this.#options;
    const rows = await sql<{ hash: string; ext: string; size: number }[]>`
      select hash, ext, size from damaged_files join files using (hash) order by found_at, hash`;
    for (const file of rows) {
      this.#job.signal.throwIfAborted();
      const fault = await findFault(storage, filePath(file.hash, file.ext), this.#job.signal);
      if (fault === undefined) await unmarkDamaged(sql, file.hash);
      else await this.#repair(file);
    }
  }

  async #repair(file: { hash: string; ext: string; size: number }): Promise<void> {
    const { sql, storage, source, log } = this.#options;
    if (source === undefined) return;
    const path = filePath(file.hash, file.ext);
    const isRepaired = await repairFile({ sql, storage, source }, file);
    if (isRepaired) log.info({ path }, "a stored file was repaired");
    else log.warn({ path }, "REPAIR_FROM does not have the file as it should be");
  }
}
