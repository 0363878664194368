/** Imports of folders that administrators have sent: one at a time, on whatever process takes it (docs/decisions/0033-importing-downloads.md). */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { notify } from "#backend/accounts/notify.ts";
import type { Sql } from "#backend/db/client.ts";
import { receivedFolder, removeReceived } from "#backend/files/received.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { FullDiskError, isFullDisk } from "#backend/full-disk.ts";
import type {
  DownloadPreview,
  DownloadProblem,
  DownloadProgress,
  DownloadResult,
} from "#shared/entities/download-import.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { FORMATS, PLAIN } from "../formats/formats.ts";
import { Downloads } from "../formats/lib/folder.ts";
import { type Found, ReadError } from "../formats/lib/format.ts";
import { readDownloads } from "../formats/lib/recognize.ts";
import { importRecords } from "../import.ts";
import { previewRecords } from "../preview.ts";

const LOOK_MS = 1_000;
const HEARTBEAT_MS = 1_000;
const SWEEP_MS = 3_600_000;
const LEASE_SECONDS = 30;
const MAX_PROBLEMS = 500;
const MAX_FOLDERS = 200;
const MAX_ASKED = 10;

export interface JobOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder, below which the files were received. */
  data: string;
  log: Logger;
  signal: AbortSignal;
}

interface Job {
  id: string;
  account: number | null;
  state: "scanning" | "importing";
  zone: string;
  creators: { path: string; service: string; id: string; name: string }[];
  preview: DownloadPreview | null;
}

/** Runs until the signal is aborted. What is under way then is taken up again later, by this or another process. */
export async function runJobs(options: JobOptions): Promise<void> {
  const { signal, log } = options;
  let sweepAt = 0;
  while (!signal.aborted) {
    try {
      if (Date.now() >= sweepAt) {
        await removeAbandoned(options);
        sweepAt = Date.now() + SWEEP_MS;
      }
      const isBusy = await runNext(options);
      if (!isBusy) await sleep(LOOK_MS, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, "import of downloads");
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** @returns whether there was one */
export async function runNext(options: JobOptions): Promise<boolean> {
  const { sql, log } = options;
  const lease = randomUUID();
  const [job] = await sql<Job[]>`
    update download_imports set leased_by = ${lease}, leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where id = (
      select id from download_imports
      where state in ('scanning', 'importing') and (leased_until is null or leased_until < now())
      order by changed_at limit 1 for update skip locked)
    returning id, account, state, zone, creators, preview`;
  if (job === undefined) return false;
  const run = new Run(options, job, lease);
  try {
    await (job.state === "scanning" ? run.scan() : run.importAll());
  } catch (error) {
    if (run.signal.aborted) return true; // deleted, taken over, or the process ends
    log.warn({ err: error, import: job.id }, "import of downloads failed");
    await run.fail(messageOf(error));
  } finally {
    await run.release();
  }
  return true;
}

function messageOf(error: unknown): string {
  if (error instanceof ReadError || error instanceof FullDiskError) return error.message;
  if (isFullDisk(error)) return "The disk of the archive is full.";
  return "The import stopped with an error, which is in the archive's log.";
}

/** Few enough to be asked about one by one: by the names of their topmost folders where they are many. */
function topmost(paths: ReadonlySet<string>): string[] {
  for (let depth = 8; depth > 1; depth--) {
    const cut = new Set([...paths].map((path) => path.split("/").slice(0, depth).join("/")));
    if (cut.size <= MAX_ASKED) return [...cut];
  }
  return [...new Set([...paths].map((path) => path.split("/")[0] ?? ""))];
}

class Run {
  readonly #options: JobOptions;
  readonly #job: Job;
  readonly #lease: string;
  readonly #end = new AbortController();
  readonly signal: AbortSignal;
  readonly #problems: DownloadProblem[] = [];
  readonly #heartbeat: NodeJS.Timeout;
  #count = 0;
  #progress: DownloadProgress;

  constructor(options: JobOptions, job: Job, lease: string) {
    this.#options = options;
    this.#job = job;
    this.#lease = lease;
    this.signal = AbortSignal.any([options.signal, this.#end.signal]);
    const total = job.state === "importing" ? (job.preview?.bytes ?? null) : null;
    this.#progress = { records: 0, bytes: 0, total_bytes: total };
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  /** So that another process need not wait for the end of the lease. */
  async release(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#update({ leased_until: null }).catch(() => {});
  }

  async scan(): Promise<void> {
    const programs = new Map<string, { name: string; path: string }>();
    const unnamed = new Set<string>();
    let unknown = 0;
    const downloads = await this.#downloads();
    const records = this.#records(downloads, {
      onRecognized: (name, path) => {
        if (programs.size < MAX_FOLDERS) programs.set(`${name}\0${path}`, { name, path });
      },
      onUnknown: () => {
        unknown += 1;
      },
      onUnnamed: (path) => {
        if (unnamed.size < MAX_FOLDERS) unnamed.add(path);
      },
    });
    const { counts, bytes, present } = await previewRecords(this.#options.sql, downloads, records);
    const preview: DownloadPreview = {
      programs: [...programs.values()],
      creators: counts.creators ?? 0,
      posts: counts.posts ?? 0,
      messages: (counts.discord_messages ?? 0) + (counts.dms ?? 0),
      files: counts.files ?? 0,
      bytes,
      known_posts: present,
      unknown_files: unknown,
      unnamed: topmost(unnamed),
    };
    await this.#finish({ state: "scanned", preview });
  }

  async importAll(): Promise<void> {
    const { sql, storage, data } = this.#options;
    const downloads = await this.#downloads();
    const summary = await importRecords({
      sql,
      storage,
      downloads,
      records: this.#records(downloads, {}),
      onProblem: this.#problem,
      onProgress: ({ records, bytes }) => {
        this.#progress = { ...this.#progress, records, bytes };
      },
    });
    const result: DownloadResult = {
      added: summary.added as Record<string, number>,
      changed: summary.changed as Record<string, number>,
      files_stored: summary.filesStored,
    };
    await this.#finish({ state: "done", result });
    await this.#notify(NOTIFICATION_TYPES.import_finished);
    await removeReceived(data, this.#job.id);
  }

  async fail(error: string): Promise<void> {
    await this.#finish({ state: "failed", error });
    if (this.#job.state === "importing") await this.#notify(NOTIFICATION_TYPES.import_failed);
  }

  async #downloads(): Promise<Downloads> {
    return await Downloads.open(receivedFolder(this.#options.data, this.#job.id));
  }

  async *#records(
    downloads: Downloads,
    listeners: {
      onRecognized?: (program: string, path: string) => void;
      onUnknown?: () => void;
      onUnnamed?: (path: string) => void;
    },
  ): AsyncGenerator<Found> {
    const { onUnnamed, ...others } = listeners;
    const given = [...this.#job.creators].sort((a, b) => b.path.length - a.path.length);
    const records = readDownloads({
      ...others,
      downloads,
      formats: FORMATS,
      ...(PLAIN === undefined ? {} : { plain: PLAIN }),
      zone: this.#job.zone,
      creatorOf: (path) => {
        const found = given.find(
          (one) => one.path === "" || path === one.path || path.startsWith(`${one.path}/`),
        );
        if (found === undefined) onUnnamed?.(path);
        return found;
      },
      onProblem: this.#problem,
    });
    for await (const record of records) {
      this.signal.throwIfAborted();
      if (this.#job.state === "scanning") this.#progress.records += 1;
      yield record;
    }
  }

  readonly #problem = (path: string, reason: string) => {
    this.#count += 1;
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path, reason });
  };

  async #beat(): Promise<void> {
    const seconds = `${LEASE_SECONDS} seconds`;
    const isMine = await this.#options.sql`
      update download_imports set leased_until = now() + ${seconds}::interval, progress = ${this.#options.sql.json(this.#progress)}
      where id = ${this.#job.id} and leased_by = ${this.#lease} and state = ${this.#job.state}`.then(
      ({ count }) => count > 0,
      () => true, // the database is away: the lease ends by itself
    );
    if (!isMine) this.#end.abort(new Error("The import was deleted or taken over."));
  }

  async #finish(values: {
    state: string;
    preview?: DownloadPreview;
    result?: DownloadResult;
    error?: string;
  }) {
    const { sql } = this.#options;
    const { preview, result, ...rest } = values;
    await this.#update({
      ...rest,
      ...(preview === undefined ? {} : { preview: sql.json(preview as never) }),
      ...(result === undefined ? {} : { result: sql.json(result as never) }),
      problems: sql.json(this.#problems as never),
      problems_count: this.#count,
      changed_at: new Date(),
    });
  }

  async #update(values: Record<string, unknown>): Promise<void> {
    const { sql } = this.#options;
    await sql`
      update download_imports set ${sql(values as never)} where id = ${this.#job.id} and leased_by = ${this.#lease}`;
  }

  async #notify(type: (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES]): Promise<void> {
    if (this.#job.account !== null) await notify(this.#options.sql, [this.#job.account], type);
  }
}

/** Folders to which nothing was sent for a week, and imports of three months ago. */
async function removeAbandoned({ sql, data }: JobOptions): Promise<void> {
  const removed = await sql<{ id: string }[]>`
    delete from download_imports
    where (state in ('receiving', 'scanned', 'failed') and changed_at < now() - interval '7 days')
      or (state = 'done' and changed_at < now() - interval '90 days')
    returning id`;
  for (const { id } of removed) await removeReceived(data, id);
}
