import { EMPTY_LIST } from "#shared/contracts/endpoint.ts";
import { TAKEN_DOWN } from "#shared/contracts/refusals.ts";
import { FileError, StorageError } from "../files/storage.ts";
import { isFullDisk } from "../full-disk.ts";

/** Errors that handlers throw on purpose; any other error becomes a 500 without details. */

export class HttpError extends Error {
  override name = "HttpError";
  constructor(
    readonly status: number,
    message: string,
    /** Stable identifier for logs and the v2 envelope. */
    readonly type: string,
    readonly headers: Record<string, string> = {},
    /** Response body, instead of the message. */
    readonly body?: string,
  ) {
    super(message);
  }
}

export const badInput = (message: string) => new HttpError(400, message, "bad_input");
export const forbidden = (message: string) => new HttpError(403, message, "forbidden");
export const conflict = (message: string) => new HttpError(409, message, "conflict");
export const notFound = (message = "Not Found") => new HttpError(404, message, "not_found");
/** For contracts with EMPTY_LIST. */
export const noneFound = () => new HttpError(404, "Not Found", "not_found", {}, EMPTY_LIST);
export const takenDown = () => new HttpError(451, TAKEN_DOWN, "taken_down");
export const methodNotAllowed = (allow: string) =>
  new HttpError(405, "Method Not Allowed", "method_not_allowed", { allow });
export const tooLarge = (message = "The request is too large.") => new HttpError(413, message, "too_large");
export const insufficientStorage = (message: string) => new HttpError(507, message, "no_space");
/** @param wait seconds */
export const tooManyRequests = (message: string, wait: number) =>
  new HttpError(429, message, "too_many_requests", { "retry-after": String(wait) });
export const unavailable = (message: string) =>
  new HttpError(503, message, "unavailable", { "retry-after": "2" });

const FULL_DISK = "The disk of the archive is full; nothing that was stored before is lost.";
const DATABASE_AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT", // the socket file of a stopped server
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57014", // query_canceled: a statement ran longer than the pool allows
  "53300", // too_many_connections
  "08006",
  "08P01",
]);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** True if the database is down, starting or too slow, so that a later retry may work. */
export function isDatabaseAway(error: unknown): boolean {
  return DATABASE_AWAY.has(codeOf(error) ?? "");
}

const REPLICA_CONFLICT = new Set([
  "40001", // serialization_failure: the statement blocked the replica's replay
  "40P01", // deadlock_detected, with the replay
  "25006", // read_only_sql_transaction
]);

/** True for an error of a replica that the primary may not have. */
export function isReplicasFault(error: unknown): boolean {
  return isDatabaseAway(error) || REPLICA_CONFLICT.has(codeOf(error) ?? "");
}

/** Converts any error to the one sent to the client. */
export function publicError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseAway(error)) return unavailable("The archive is not available right now.");
  if (isFullDisk(error)) return unavailable(FULL_DISK);
  if (error instanceof StorageError || error instanceof FileError)
    return unavailable("The files are not available right now.");
  return new HttpError(500, "Internal Server Error", "internal");
}
