/** Explains errors caused by a full disk in one sentence: which disk, and what to do. */
import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { ExpectedError } from "./expected-error.ts";

const OF_FILES = new Set(["ENOSPC", "EDQUOT"]);
const OF_DATABASE = "53100"; // disk_full
const OF_SEARCH = "no_space_left_on_device";
/** Error codes of a client whose PostgreSQL server crashes because its write-ahead log cannot grow. */
const LOST = new Set(["CONNECTION_CLOSED", "ECONNRESET", "ECONNREFUSED", "EPIPE", "57P02", "57P03"]);
/**
 * The write-ahead log grows in segments of 16 MiB; with less than two segments free, a lost connection is attributed to
 * the full disk.
 */
const NO_ROOM = 32 * 1024 * 1024;

export class FullDiskError extends ExpectedError {
  override name = "FullDiskError";
  constructor(disk: string, cause: unknown) {
    super(
      `The disk ${disk} is full: free some space there and run the same command again; nothing that was stored before is lost.`,
      { cause },
    );
  }
}

/** Locations a command writes to. */
export interface Places {
  folders: readonly string[];
  /** Folder of a local database; undefined for a remote one. */
  database?: string | undefined;
}

/** True for an error of a file, the database or the search engine that has no space. */
export function isFullDisk(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (OF_FILES.has(code) || code === OF_DATABASE || code === OF_SEARCH);
}

/** @returns a FullDiskError if the disk is full, otherwise the error unchanged */
export async function orFullDisk(error: unknown, { folders, database }: Places): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof FullDiskError) return error;
  const code = codeOf(error);
  if (code === OF_SEARCH) return new FullDiskError("of the search engine", error);
  if (code === OF_DATABASE)
    return new FullDiskError(database === undefined ? "of the database" : `that holds ${database}`, error);
  const fullest = (await Promise.all(folders.map(freeIn))).sort((a, b) => a.bytes - b.bytes)[0];
  // Programs that fail to start report it only in their output.
  const isFull = OF_FILES.has(code ?? "") || error.message.includes("No space left on device");
  const isCrash = database !== undefined && LOST.has(code ?? "") && (await freeIn(database)).bytes < NO_ROOM;
  if (isCrash) return new FullDiskError(`that holds ${database}`, error);
  return isFull && fullest !== undefined ? new FullDiskError(`that holds ${fullest.folder}`, error) : error;
}

/** Code of the error, otherwise of its cause, which may be any object. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : undefined;
}

async function freeIn(folder: string): Promise<{ folder: string; bytes: number }> {
  const found = await statfs(folder).catch(() => undefined);
  const bytes = found === undefined ? Number.POSITIVE_INFINITY : found.bavail * found.bsize;
  return { folder: resolve(folder), bytes };
}
