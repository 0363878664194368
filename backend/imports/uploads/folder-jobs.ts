/** Imports folders uploaded by administrators (docs/decisions/0033-importing-downloads.md). */
import { notify } from "#backend/accounts/notify.ts";
import type { Sql } from "#backend/db/client.ts";
import { receivedFolder, removeReceived } from "#backend/files/received.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { FullDiskError, isFullDisk } from "#backend/full-disk.ts";
import type { Job, JobRow } from "#backend/jobs/job.ts";
import type { Attempt, JobKind } from "#backend/jobs/kind.ts";
import type {
  DownloadContradiction,
  DownloadPreview,
  DownloadProblem,
  DownloadProgress,
  DownloadResult,
} from "#shared/entities/download-import.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { LEFT_OUT, MAX_LEFT_OUT } from "#shared/rules/left-out.ts";
import { FORMATS, PLAIN } from "../formats/formats.ts";
import { Downloads } from "../formats/lib/folder.ts";
import { type Found, ReadError } from "../formats/lib/format.ts";
import { readDownloads } from "../formats/lib/recognize.ts";
import { DEFAULT_ZONE, importRecords } from "../import.ts";
import { previewRecords } from "../preview.ts";
import { contradictionOf } from "../report.ts";

const MAX_FOLDERS = 200;
/** Maximum of contradictions that are listed; all are counted. */
const MAX_CONTRADICTIONS = 200;
/** Maximum of folders whose creators are asked for individually. */
const MAX_UNNAMED = 10;

export interface FolderOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder, which contains the received files. */
  data: string;
}

interface FolderRow extends JobRow {
  account: number | null;
  state: "scanning" | "importing";
  zone: string;
  rating: number;
  creators: { path: string; service: string; id: string; name: string }[];
  preview: DownloadPreview | null;
  skipped: DownloadProblem[];
}

/** A folder is two jobs: a preview of its content, and its import after an administrator's confirmation. */
export function folderJobs(options: FolderOptions): JobKind<FolderRow> {
  return {
    table: "download_imports",
    concurrency: 1,
    columns: ["account", "state", "zone", "rating", "creators", "preview", "skipped"],
    waiting: (sql) => sql`j.state in ('scanning', 'importing')`,
    order: (sql) => sql`j.changed_at`,
    start: (job) => new FolderAttempt(options, job),
    failureOf: (error) => ({ reason: messageOf(error), isFinal: true }),
    retryDelay: () => undefined,
  };
}

function messageOf(error: unknown): string {
  if (error instanceof ReadError || error instanceof FullDiskError) return error.message;
  if (isFullDisk(error)) return "The disk of the archive is full.";
  return "The import stopped with an error, which is in the archive's log.";
}

/** Shortens paths to their topmost folders until few enough remain. */
function topmost(paths: ReadonlySet<string>): string[] {
  for (let depth = 8; depth > 1; depth--) {
    const cut = new Set([...paths].map((path) => path.split("/").slice(0, depth).join("/")));
    if (cut.size <= MAX_UNNAMED) return [...cut];
  }
  return [...new Set([...paths].map((path) => path.split("/")[0] ?? ""))];
}

/** PostgreSQL text cannot contain NUL. */
const withoutNulIn = ({ path, ...rest }: DownloadContradiction): DownloadContradiction => ({
  ...rest,
  path: withoutNul(path),
});
const withoutNul = (text: string) => text.replaceAll("\0", "");

class FolderAttempt implements Attempt {
  readonly #options: FolderOptions;
  readonly #job: Job<FolderRow>;
  readonly #problems: DownloadProblem[] = [];
  #count = 0;
  #unknown = 0;
  #progress: DownloadProgress;

  constructor(options: FolderOptions, job: Job<FolderRow>) {
    this.#options = options;
    this.#job = job;
    const total = job.row.state === "importing" ? (job.row.preview?.bytes ?? null) : null;
    this.#progress = { records: 0, bytes: 0, total_bytes: total };
    job.progress = () => ({ progress: options.sql.json(this.#progress as never) });
  }

  async run(): Promise<void> {
    for (const { path, reason } of this.#job.row.skipped) this.#problem(path, reason);
    await (this.#job.row.state === "scanning" ? this.#scan() : this.#importAll());
  }

  async #scan(): Promise<void> {
    const programs = new Map<string, { name: string; path: string }>();
    const unnamed = new Set<string>();
    const downloads = await this.#downloads();
    const records = this.#records(downloads, {
      onRecognized: (name, path) => {
        if (programs.size < MAX_FOLDERS) programs.set(`${name}\0${path}`, { name, path });
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
      unknown_files: this.#unknown,
      unnamed: topmost(unnamed),
    };
    await this.#finish({ state: "scanned", preview });
  }

  async #importAll(): Promise<void> {
    const { sql, storage, data } = this.#options;
    const downloads = await this.#downloads();
    const contradictions: DownloadContradiction[] = [];
    const summary = await importRecords({
      sql,
      storage,
      downloads,
      records: this.#records(downloads, {}),
      rating: this.#job.row.rating,
      correctsDates: this.#job.row.zone !== DEFAULT_ZONE,
      fence: this.#job.fence,
      onProblem: this.#problem,
      onContradiction: (one) => {
        if (contradictions.length < MAX_CONTRADICTIONS)
          contradictions.push(withoutNulIn(contradictionOf(one)));
      },
      onProgress: ({ records, bytes }) => {
        this.#progress = { ...this.#progress, records, bytes };
      },
    });
    const result: DownloadResult = {
      added: summary.added as Record<string, number>,
      changed: summary.changed as Record<string, number>,
      files_stored: summary.filesStored,
      contradictions,
      contradictions_count: summary.contradictions,
    };
    await this.#finish({ state: "done", result });
    await this.#notify(NOTIFICATION_TYPES.import_finished);
    await removeReceived(data, this.#job.row.id);
  }

  async fail(error: string): Promise<void> {
    await this.#finish({ state: "failed", error });
    if (this.#job.row.state === "importing") await this.#notify(NOTIFICATION_TYPES.import_failed);
  }

  async #downloads(): Promise<Downloads> {
    return await Downloads.open(receivedFolder(this.#options.data, this.#job.row.id));
  }

  async *#records(
    downloads: Downloads,
    listeners: {
      onRecognized?: (program: string, path: string) => void;
      onUnnamed?: (path: string) => void;
    },
  ): AsyncGenerator<Found> {
    const { onUnnamed, ...others } = listeners;
    const given = [...this.#job.row.creators].sort((a, b) => b.path.length - a.path.length);
    const records = readDownloads({
      ...others,
      downloads,
      formats: FORMATS,
      ...(PLAIN === undefined ? {} : { plain: PLAIN }),
      zone: this.#job.row.zone,
      creatorOf: (path) => {
        const found = given.find(
          (one) => one.path === "" || path === one.path || path.startsWith(`${one.path}/`),
        );
        if (found === undefined) onUnnamed?.(path);
        return found;
      },
      onProblem: this.#problem,
      onUnknown: ({ path }) => {
        this.#unknown += 1;
        this.#problem(path, LEFT_OUT.unknown);
      },
    });
    for await (const record of records) {
      this.#job.signal.throwIfAborted();
      if (this.#job.row.state === "scanning") this.#progress.records += 1;
      yield record;
    }
  }

  readonly #problem = (path: string, reason: string) => {
    this.#count += 1;
    if (this.#problems.length < MAX_LEFT_OUT)
      this.#problems.push({ path: withoutNul(path), reason: withoutNul(reason) });
  };

  async #finish(values: {
    state: string;
    preview?: DownloadPreview;
    result?: DownloadResult;
    error?: string;
  }) {
    const { sql } = this.#options;
    const { preview, result, ...rest } = values;
    await sql.begin(async (tx) => {
      await this.#job.close(tx, {
        ...rest,
        ...(preview === undefined ? {} : { preview: tx.json(preview as never) }),
        ...(result === undefined ? {} : { result: tx.json(result as never) }),
        problems_count: this.#count,
        changed_at: new Date(),
      });
      await tx`delete from download_problems where import = ${this.#job.row.id}`;
      await tx`
        insert into download_problems (import, n, path, reason)
        select ${this.#job.row.id}, n, path, reason
        from unnest(${this.#problems.map(({ path }) => path)}::text[], ${this.#problems.map(({ reason }) => reason)}::text[])
          with ordinality as found (path, reason, n)`;
    });
  }

  async #notify(type: (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES]): Promise<void> {
    const { account } = this.#job.row;
    if (account !== null) await notify(this.#options.sql, [account], type);
  }
}

/** Deletes folders idle for a week, and rows of imports older than three months. */
export async function sweepFolders({ sql, data }: Pick<FolderOptions, "sql" | "data">): Promise<void> {
  const removed = await sql<{ id: string }[]>`
    delete from download_imports
    where (state in ('receiving', 'scanned', 'failed') and changed_at < now() - interval '7 days')
      or (state = 'done' and changed_at < now() - interval '90 days')
    returning id`;
  for (const { id } of removed) await removeReceived(data, id);
}
