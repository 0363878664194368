/** Checks received uploads and publishes allowed ones (docs/decisions/0040-uploads.md). */
import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { Logger } from "pino";
import type { Config } from "#backend/config.ts";
import type { Sql, Tx } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import { openToRead, removeStaged, stagedBefore, stagedPath } from "#backend/files/staged.ts";
import { FileError, type FileStorage, HEAD_BYTES } from "#backend/files/storage.ts";
import type { Job, JobRow } from "#backend/jobs/job.ts";
import type { JobKind } from "#backend/jobs/kind.ts";
import { DAMAGED, FILE_TAKEN_DOWN, INFECTED, KIND_REFUSED, LOST } from "#shared/contracts/uploads.ts";
import { partOf, partsOf } from "#shared/rules/archive-parts.ts";
import { storedExtension, typeOfMedia } from "#shared/rules/file-types.ts";
import { isAllowedKind, type ScanVerdict } from "#shared/rules/uploads.ts";
import { Scan } from "./clamd.ts";

/** Retry delay after errors not caused by the file: a full disk, an unreachable bucket. */
const RETRY_DELAY_SECONDS = 15;
/** Staged files younger than this may not have a row yet. */
const SWEEP_AGE_MS = 3_600_000;
const PIECE_BYTES = 1024 * 1024;
/** Retention of unfinished, rejected and failed uploads, in days. */
const UNFINISHED_DAYS = 7;
const ENDED_DAYS = 30;

const UNKNOWN_KIND = "application/octet-stream";

type Settings = Pick<Config, "ROOST_DATA" | "UPLOADS" | "UPLOAD_KINDS" | "CLAMD" | "CLAMD_MAX">;

export interface UploadOptions {
  sql: Sql;
  storage: FileStorage;
  settings: Settings;
  log: Logger;
}

interface UploadRow extends JobRow {
  service: string;
  user: string;
  share: string;
  title: string;
  name: string;
  size: number;
  claimed: string | null;
  state: "received" | "publishing";
  hash: string | null;
  ext: string | null;
  mime: string | null;
}

/** The file is invalid or gone: retrying would not help. */
class UploadError extends Error {
  override name = "UploadError";
}

/** An upload is two jobs: a check after it is received, and its publication after the decision. */
export function uploadJobs(options: UploadOptions): JobKind<UploadRow> {
  return {
    table: "uploads",
    concurrency: 1,
    columns: ["service", "user", "share", "title", "name", "size", "claimed", "state", "hash", "ext", "mime"],
    waiting: (sql) => sql`j.state in ('received', 'publishing')`,
    order: (sql) => sql`j.changed_at`,
    start: (job) => ({
      run: () => (job.row.state === "received" ? check(options, job) : publish(options, job)),
      fail: (reason) => fail(options, job, { reason }),
    }),
    failureOf: (error) => ({ reason: reasonOf(error) ?? "", isFinal: reasonOf(error) !== undefined }),
    retryDelay: () => RETRY_DELAY_SECONDS,
  };
}

async function fail(
  { sql, settings }: UploadOptions,
  job: Job<UploadRow>,
  values: { reason: string; mime?: string },
): Promise<void> {
  await job.close(sql, { state: "failed", ...values, changed_at: new Date() });
  await removeStaged(settings.ROOST_DATA, job.row.id);
}

/** Reason of a permanent failure; undefined if a retry may work. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UploadError) return error.message;
  if (!(error instanceof FileError)) return undefined;
  return error.fault === "missing file" ? LOST : DAMAGED;
}

async function check(options: UploadOptions, job: Job<UploadRow>): Promise<void> {
  const { sql, settings, log } = options;
  const { row } = job;
  const isPart = await isLaterPart(sql, row);
  const read = await readOnce(settings, row);
  if (read.size !== row.size) throw new UploadError(read.size < row.size ? LOST : DAMAGED);
  if (row.claimed !== null && row.claimed !== read.hash) throw new UploadError(DAMAGED);
  const { scan, reply } = read;
  if (scan !== "clean" && settings.CLAMD !== undefined) log.warn({ upload: row.id, scan, reply }, "scanned");
  if (scan === "infected") throw new UploadError(INFECTED);
  await refuseTakenDown(sql, read.hash);
  // By content only: neither the sender's type nor the file name is trusted.
  const found = await fileTypeFromBuffer(read.head).catch(() => undefined);
  const mime = found?.mime ?? UNKNOWN_KIND;
  if (!isPart && !isAllowedKind(settings.UPLOAD_KINDS, mime))
    return await fail(options, job, { reason: KIND_REFUSED, mime });
  const ext = found === undefined ? ".bin" : storedExtension("", found);
  // With a scanner, unscanned files need a moderator.
  const isOpen = settings.UPLOADS === "open" && (scan === "clean" || settings.CLAMD === undefined);
  const state = isOpen ? "publishing" : "waiting";
  await job.close(sql, { state, hash: read.hash, ext, mime, scan, changed_at: new Date() });
}

/**
 * True for later parts of an archive whose first part, of the same batch, was accepted: alone they cannot be recognized.
 * @throws Error if the first part is not checked yet
 */
async function isLaterPart(sql: Sql, { id, share, name }: UploadRow): Promise<boolean> {
  if (partOf(name) === undefined && !name.toLowerCase().endsWith(".zip")) return false;
  const batch = await sql<{ id: string; name: string; state: string; mime: string | null }[]>`
    select id, name, state, mime from uploads where share = ${share} and state not in ('failed', 'refused')`;
  const upload = batch.find((one) => one.id === id);
  const found = upload && partsOf(upload, batch);
  const [first] = found?.parts ?? [];
  if (found === undefined || first === undefined || first === upload) return false;
  if (first.state === "receiving" || first.state === "received")
    throw new Error("The first part of the archive is not checked yet.");
  return typeOfMedia(first.mime ?? "")?.listed === true;
}

interface Read {
  hash: string;
  size: number;
  head: Buffer;
  scan: ScanVerdict;
  reply: string;
}

/** Hashes, detects the type and scans in one pass, so that the scanned bytes have this hash. */
async function readOnce(
  { ROOST_DATA, CLAMD, CLAMD_MAX }: Settings,
  { id, size: announced }: UploadRow,
): Promise<Read> {
  const file = await openToRead(ROOST_DATA, id);
  if (file === undefined) throw new UploadError(LOST);
  const scan = CLAMD !== undefined && announced <= CLAMD_MAX ? new Scan(CLAMD) : undefined;
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const piece of file.createReadStream({
      highWaterMark: PIECE_BYTES,
    }) as AsyncIterable<Buffer>) {
      if (size === 0) head = Buffer.from(piece.subarray(0, HEAD_BYTES));
      hash.update(piece);
      size += piece.length;
      await scan?.send(piece);
    }
  } finally {
    await file.close().catch(() => {}); // already closed by the stream at its end
  }
  const { verdict, reply } = (await scan?.end()) ?? { verdict: "not_scanned" as const, reply: "" };
  return { hash: hash.digest("hex"), size, head, scan: verdict, reply };
}

async function publish({ sql, storage, settings, log }: UploadOptions, job: Job<UploadRow>): Promise<void> {
  const { id, size, share, hash: checked, ext: found } = job.row;
  const hash = checked ?? "";
  const [known] = await sql<{ ext: string }[]>`select ext from files where hash = ${hash}`;
  const ext = known?.ext ?? found ?? "";
  // Hashed again during the copy: only the checked bytes are published.
  await storage.put(stagedPath(settings.ROOST_DATA, id), { hash, ext, size });
  await transaction(sql, async (tx) => {
    // No takedown can commit before this transaction ends.
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    await refuseTakenDown(tx, hash);
    await addToShare(tx, { ...job.row, hash, ext });
    await job.close(tx, { state: "published", changed_at: new Date() });
  });
  log.info({ upload: id, share }, "published");
  await removeStaged(settings.ROOST_DATA, id);
}

async function addToShare(
  tx: Tx,
  { service, user, share, title, name, size, hash, ext, mime }: UploadRow,
): Promise<void> {
  const now = new Date();
  await tx`
    insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${hash}, ${ext}, ${mime}, ${size}, ${now}, ${now}, ${now}) on conflict (hash) do nothing`;
  await tx`
    insert into shares (id, service, "user", name, added) values (${share}, ${service}, ${user}, ${title}, ${now})
    on conflict (id) do nothing`;
  await tx`
    insert into share_files (share, position, hash, filename)
    select ${share}, coalesce(max(position) + 1, 0), ${hash}, ${name} from share_files where share = ${share}
    having not coalesce(bool_or(hash = ${hash}), false)`;
}

async function refuseTakenDown(db: Sql | Tx, hash: string | null): Promise<void> {
  const [removed] = await db`select from removed_files where hash = ${hash}`;
  if (removed !== undefined) throw new UploadError(FILE_TAKEN_DOWN);
}

/** Deletes abandoned uploads, rows of rejected or failed ones, and files without a row. */
export async function sweepUploads({
  sql,
  settings: { ROOST_DATA: data },
}: Pick<UploadOptions, "sql" | "settings">): Promise<void> {
  await sql`
    delete from uploads where state = 'receiving' and changed_at < now() - ${UNFINISHED_DAYS} * interval '1 day'
      or state in ('refused', 'failed') and changed_at < now() - ${ENDED_DAYS} * interval '1 day'`;
  const staged = await stagedBefore(data, SWEEP_AGE_MS);
  const known = await sql<{ id: string }[]>`
    select id from uploads where id = any(${staged}::text[]) and state not in ('published', 'refused', 'failed')`;
  const needed = new Set(known.map(({ id }) => id));
  for (const id of staged) if (!needed.has(id)) await removeStaged(data, id);
}
