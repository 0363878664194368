/** Checks uploads that are whole, and publishes those that may be (docs/decisions/0040-uploads.md). */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileTypeFromBuffer } from "file-type";
import type { Logger } from "pino";
import type { Config } from "#backend/config.ts";
import type { Sql, Tx } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import { openToRead, removeStaged, stagedBefore, stagedPath } from "#backend/files/staged.ts";
import { FileError, type FileStorage, HEAD_BYTES } from "#backend/files/storage.ts";
import { DAMAGED, FILE_TAKEN_DOWN, INFECTED, KIND_REFUSED, LOST } from "#shared/contracts/uploads.ts";
import { isAllowedKind, type ScanVerdict } from "#shared/rules/uploads.ts";
import { Scan } from "./clamd.ts";

const LOOK_MS = 500;
/** After a fault that is not the file's: a full disk, a bucket that is away. */
const AGAIN_MS = 15_000;
const HEARTBEAT_MS = 5_000;
const LEASE_SECONDS = 30;
const SWEEP_MS = 3_600_000;
const PIECE = 1024 * 1024;
/** Of uploads that nobody goes on with, and of those that came to nothing. */
const UNFINISHED_DAYS = 7;
const ENDED_DAYS = 30;

const UNKNOWN_KIND = "application/octet-stream";

type Settings = Pick<Config, "ROOST_DATA" | "UPLOADS" | "UPLOAD_KINDS" | "CLAMD" | "CLAMD_MAX">;

export interface UploadJobOptions {
  sql: Sql;
  storage: FileStorage;
  settings: Settings;
  log: Logger;
  signal: AbortSignal;
}

interface Job {
  id: string;
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

/** The file is at fault or gone: trying again would not help. */
class UploadError extends Error {
  override name = "UploadError";
  constructor(
    message: string,
    /** By its content, where that is the fault. */
    readonly mime?: string,
  ) {
    super(message);
  }
}

/** Runs until the signal is aborted. What is under way then is taken up again later, by this or another process. */
export async function runUploadJobs(options: UploadJobOptions): Promise<void> {
  const { signal, log } = options;
  let sweepAt = 0;
  while (!signal.aborted) {
    try {
      if (Date.now() >= sweepAt) {
        await sweepUploads(options);
        sweepAt = Date.now() + SWEEP_MS;
      }
      const isBusy = await runNextUpload(options);
      if (!isBusy) await sleep(LOOK_MS, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, "upload");
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** @returns whether there was one */
export async function runNextUpload(options: UploadJobOptions): Promise<boolean> {
  const { sql, log } = options;
  const lease = randomUUID();
  const [job] = await sql<Job[]>`
    update uploads set leased_by = ${lease}, leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where id = (
      select id from uploads
      where state in ('received', 'publishing') and (leased_until is null or leased_until < now())
      order by changed_at limit 1 for update skip locked)
    returning id, service, "user", share, title, name, size, claimed, state, hash, ext, mime`;
  if (job === undefined) return false;
  const beat = setInterval(() => void extend(sql, job, lease, LEASE_SECONDS).catch(() => {}), HEARTBEAT_MS);
  try {
    await (job.state === "received" ? check(options, job, lease) : publish(options, job, lease));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) {
      // Others come first meanwhile.
      log.warn({ err: error, upload: job.id }, "upload is tried again later");
      await extend(sql, job, lease, AGAIN_MS / 1_000).catch(() => {});
      return true;
    }
    const mime = error instanceof UploadError ? error.mime : undefined;
    log.warn({ upload: job.id, reason, mime }, "upload failed");
    const isMine = await change(sql, job, lease, { state: "failed", reason, ...(mime && { mime }) });
    if (isMine) await removeStaged(options.settings.ROOST_DATA, job.id);
  } finally {
    clearInterval(beat);
  }
  return true;
}

/** Why it failed for good; undefined where it may work later. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UploadError) return error.message;
  if (!(error instanceof FileError)) return undefined;
  return error.fault === "missing file" ? LOST : DAMAGED;
}

async function check({ sql, settings, log }: UploadJobOptions, job: Job, lease: string): Promise<void> {
  const read = await readOnce(settings, job);
  if (read.size !== job.size) throw new UploadError(read.size < job.size ? LOST : DAMAGED);
  if (job.claimed !== null && job.claimed !== read.hash) throw new UploadError(DAMAGED);
  const { scan, reply } = read;
  if (scan !== "clean" && settings.CLAMD !== undefined) log.warn({ upload: job.id, scan, reply }, "scanned");
  if (scan === "infected") throw new UploadError(INFECTED);
  await refuseTakenDown(sql, read.hash);
  // By its bytes alone: what the sender or the name says of the kind is never used.
  const found = await fileTypeFromBuffer(read.head).catch(() => undefined);
  const mime = found?.mime ?? UNKNOWN_KIND;
  if (!isAllowedKind(settings.UPLOAD_KINDS, mime)) throw new UploadError(KIND_REFUSED, mime);
  const ext = found === undefined ? ".bin" : `.${found.ext}`;
  // With a scanner, only what it has seen is published without a moderator.
  const isOpen = settings.UPLOADS === "open" && (scan === "clean" || settings.CLAMD === undefined);
  const state = isOpen ? "publishing" : "waiting";
  await change(sql, job, lease, { state, hash: read.hash, ext, mime, scan });
}

interface Read {
  hash: string;
  size: number;
  head: Buffer;
  scan: ScanVerdict;
  reply: string;
}

/** Hash, kind and scan in one pass, so that what was scanned is what has this hash. */
async function readOnce(
  { ROOST_DATA, CLAMD, CLAMD_MAX }: Settings,
  { id, size: announced }: Job,
): Promise<Read> {
  const file = await openToRead(ROOST_DATA, id);
  if (file === undefined) throw new UploadError(LOST);
  const scan = CLAMD !== undefined && announced <= CLAMD_MAX ? new Scan(CLAMD) : undefined;
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const piece of file.createReadStream({ highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      if (size === 0) head = Buffer.from(piece.subarray(0, HEAD_BYTES));
      hash.update(piece);
      size += piece.length;
      await scan?.send(piece);
    }
  } finally {
    await file.close().catch(() => {}); // the stream has closed it at its end
  }
  const { verdict, reply } = (await scan?.end()) ?? { verdict: "not_scanned" as const, reply: "" };
  return { hash: hash.digest("hex"), size, head, scan: verdict, reply };
}

async function publish(
  { sql, storage, settings, log }: UploadJobOptions,
  job: Job,
  lease: string,
): Promise<void> {
  const { id, size } = job;
  const hash = job.hash ?? "";
  const [known] = await sql<{ ext: string }[]>`select ext from files where hash = ${hash}`;
  const ext = known?.ext ?? job.ext ?? "";
  // Hashed again while it is copied: only the bytes that were checked get there.
  await storage.put(stagedPath(settings.ROOST_DATA, id), { hash, ext, size });
  const isMine = await transaction(sql, async (tx) => {
    // No takedown can commit between this and the end.
    await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
    await refuseTakenDown(tx, hash);
    await addToShare(tx, { ...job, hash, ext });
    return await change(tx, job, lease, { state: "published" });
  });
  if (!isMine) return;
  log.info({ upload: id, share: job.share }, "published");
  await removeStaged(settings.ROOST_DATA, id);
}

async function addToShare(
  tx: Tx,
  { service, user, share, title, name, size, hash, ext, mime }: Job,
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

async function extend(sql: Sql, { id }: Job, lease: string, seconds: number): Promise<void> {
  await sql`
    update uploads set leased_until = now() + ${seconds} * interval '1 second' where id = ${id} and leased_by = ${lease}`;
}

/** @returns false where it was deleted or taken over meanwhile */
async function change(
  db: Sql | Tx,
  { id, state }: Job,
  lease: string,
  values: { state: string; reason?: string; hash?: string; ext?: string; mime?: string; scan?: ScanVerdict },
): Promise<boolean> {
  const { count } = await db`
    update uploads set ${db({ ...values, changed_at: new Date(), leased_by: null, leased_until: null } as never)}
    where id = ${id} and leased_by = ${lease} and state = ${state}`;
  return count > 0;
}

/** Uploads that nobody goes on with, the rows of those that came to nothing, and files without a row. */
export async function sweepUploads({ sql, settings: { ROOST_DATA: data } }: UploadJobOptions): Promise<void> {
  await sql`
    delete from uploads where state = 'receiving' and changed_at < now() - ${UNFINISHED_DAYS} * interval '1 day'
      or state in ('refused', 'failed') and changed_at < now() - ${ENDED_DAYS} * interval '1 day'`;
  const staged = await stagedBefore(data, SWEEP_MS);
  const known = await sql<{ id: string }[]>`
    select id from uploads where id = any(${staged}::text[]) and state not in ('published', 'refused', 'failed')`;
  const needed = new Set(known.map(({ id }) => id));
  for (const id of staged) if (!needed.has(id)) await removeStaged(data, id);
}
