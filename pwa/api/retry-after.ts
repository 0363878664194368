/** Temporary failures: how long to wait, and when to retry automatically. */
import { HttpError, TimeoutError } from "./errors.ts";

/** Delay if the server gives none. */
const RETRY_DELAY_MS = 10_000;
/** Longer waits have no countdown. */
const MAX_WAIT_MS = 15 * 60_000;
/** Minimum interval between two automatic retries of the same request. */
const REPEAT_INTERVAL_MS = 3 * 60_000;

/** Failed responses by URL, which block requests until their retry time. */
const blocked = new Map<string, HttpError>();
/** Time of the last automatic retry, by URL. */
const retriedAt = new Map<string, number>();

/** Too many requests, maintenance, overload, and timeouts. */
export function needsPause(error: unknown): error is HttpError | TimeoutError {
  if (error instanceof HttpError)
    return [429, 503, 504].includes(error.status) || error.retryAt !== undefined;
  return error instanceof TimeoutError;
}

/** Stores a failure with `Retry-After`, so that no other request is sent until then. */
export function blockUntilRetry(address: string, error: HttpError): HttpError {
  if (error.retryAt !== undefined && needsPause(error)) blocked.set(address, error);
  else blocked.delete(address);
  return error;
}

/** @throws the stored failure until its retry time */
export function throwIfBlocked(address: string): void {
  const error = blocked.get(address);
  if (error?.retryAt === undefined) return;
  if (Date.now() < error.retryAt) throw error;
  blocked.delete(address);
}

/** Time of the automatic retry; undefined if only the visitor should retry. */
export function autoRetryAt(error: unknown): number | undefined {
  if (!needsPause(error)) return undefined;
  const now = Date.now();
  const last = retriedAt.get(nameOf(error));
  if (last !== undefined && now - last < REPEAT_INTERVAL_MS) return undefined;
  const at =
    error instanceof HttpError ? (error.retryAt ?? error.at + RETRY_DELAY_MS) : error.at + RETRY_DELAY_MS;
  return at - now > MAX_WAIT_MS ? undefined : at;
}

/** Records an automatic retry, which happens only once. */
export function recordRetry(error: HttpError | TimeoutError): void {
  retriedAt.set(nameOf(error), Date.now());
}

/** A retry by the visitor ignores the wait. */
export function unblock(error: unknown): void {
  if (!needsPause(error)) return;
  retriedAt.delete(nameOf(error));
  for (const [address, one] of blocked) if (one === error) blocked.delete(address);
}

function nameOf(error: HttpError | TimeoutError): string {
  return error instanceof HttpError ? error.url : error.message;
}
