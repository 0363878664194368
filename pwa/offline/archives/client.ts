/** Client of the worker that opens archive files: one call at a time, each with a deadline. */
import { UNPACK_TIMEOUT_MS } from "#shared/archive-files/limits.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { type EntryAddress, entryPath } from "#shared/rules/files.ts";
import { createWorkerClient, WorkerGoneError } from "../../lib/worker-rpc/client.ts";
import workerAddress from "./archive.worker.ts?worker&url";
import { ArchiveFault, type DeviceFault } from "./faults.ts";
import type { ArchiveMethods, InnerArchive, UnpackedFile } from "./worker-api.ts";

/** Idle timeout of the worker, to free its memory and what it unpacked. */
const IDLE_TIMEOUT_MS = 30_000;

const worker = createWorkerClient<ArchiveMethods, object>(
  workerAddress,
  "archive",
  {},
  { readsCopies: true },
);
/** Calls that wait. Whole files come before thumbnails, of which a viewer asks for many at once. */
const urgent: (() => Promise<void>)[] = [];
const later: (() => Promise<void>)[] = [];
let isWorking = false;
let idle: ReturnType<typeof setTimeout> | undefined;

async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  clearTimeout(idle);
  for (let next = urgent.shift() ?? later.shift(); next; next = urgent.shift() ?? later.shift()) await next();
  isWorking = false;
  idle = setTimeout(() => worker.stop(), IDLE_TIMEOUT_MS);
}

/** @throws ArchiveFault */
function enqueue<T>(queue: (() => Promise<void>)[], call: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    queue.push(() => withDeadline(call).then(resolve, reject));
    void work();
  });
}

async function withDeadline<T>(call: () => Promise<T>): Promise<T> {
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    worker.stop();
  }, UNPACK_TIMEOUT_MS);
  try {
    return await call();
  } catch (error) {
    if (isLate) throw new ArchiveFault("too slow");
    if (error instanceof WorkerGoneError) throw new ArchiveFault("crashed");
    if (error instanceof Error && error.name === "ArchiveFault")
      throw new ArchiveFault(error.message as DeviceFault);
    throw new ArchiveFault("unknown");
  } finally {
    clearTimeout(deadline);
  }
}

/** Contents of a saved archive file. @throws ArchiveFault */
export const listSaved = (hash: string): Promise<ArchiveFile> =>
  enqueue(urgent, () => worker.call("list", hash));

/** Passwords of archive files inside of others, by path: kept as long as the page. */
const innerPasswords = new Map<string, string>();
const passwordsOf = ({ hash, number }: EntryAddress) =>
  [innerPasswords.get(entryPath(hash, number)) ?? []].flat();

/**
 * Contents of an archive file inside of another.
 * @param passwords to try, if it needs one
 * @throws ArchiveFault
 */
export async function listInner(outer: EntryAddress, passwords: string[]): Promise<InnerArchive> {
  const all = [...passwordsOf(outer), ...passwords];
  const found = await enqueue(urgent, () => worker.call("listInner", outer, all));
  if (found.password) innerPasswords.set(entryPath(outer.hash, outer.number), found.password);
  return found;
}

/** Tries a password on a saved archive file; a correct one stays on the device. @throws ArchiveFault */
export const tryOnDevice = (hash: string, password: string): Promise<ArchiveFile | undefined> =>
  enqueue(urgent, () => worker.call("tryPassword", hash, password));

/** @param width of a thumbnail instead; null for the file @throws ArchiveFault */
export const unpackOnDevice = (entry: EntryAddress, width: number | null): Promise<UnpackedFile> =>
  enqueue(width === null ? urgent : later, () => worker.call("unpack", entry, width, passwordsOf(entry)));
