import { StorageError } from "../files/storage.ts";

/** Errors a handler may throw on purpose; anything else that is thrown becomes a bare 500. */

export class HttpError extends Error {
  override name = "HttpError";
  constructor(
    readonly status: number,
    message: string,
    /** Stable word for logs and the v2 envelope. */
    readonly type: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const badInput = (message: string) => new HttpError(400, message, "bad_input");
export const notFound = (message = "Not Found") => new HttpError(404, message, "not_found");
export const methodNotAllowed = (allow: string) =>
  new HttpError(405, "Method Not Allowed", "method_not_allowed", { allow });
export const tooLarge = (message = "The request is too large.") => new HttpError(413, message, "too_large");
/** @param wait seconds */
export const tooManyRequests = (message: string, wait: number) =>
  new HttpError(429, message, "too_many_requests", { "retry-after": String(wait) });
export const unavailable = (message: string) =>
  new HttpError(503, message, "unavailable", { "retry-after": "2" });

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
  "57014", // statement_timeout
  "53300", // too_many_connections
  "08006",
  "08P01",
]);

/** True where the database is gone, starting or too slow, so that a retry later may work. */
export function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && DATABASE_AWAY.has(code);
}

/** The error as the client gets it. */
export function publicError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseAway(error)) return unavailable("The archive is not available right now.");
  if (error instanceof StorageError) return unavailable("The files are not available right now.");
  return new HttpError(500, "Internal Server Error", "internal");
}
