/** Failures that pass with time: how long to wait, and who may ask again. */
import { HttpError, TimeoutError } from "./errors.ts";

/** Where the server names no moment. */
const PAUSE_MS = 10_000;
/** Longer waits have no countdown. */
const LONGEST_MS = 15 * 60_000;
/** For how long a request that was repeated by itself is not repeated again. */
const ONCE_MS = 3 * 60_000;

/** Answers that are not asked for again before their moment, by address. */
const held = new Map<string, HttpError>();
/** When a request was last repeated by itself. */
const repeated = new Map<string, number>();

/** Too many requests, maintenance, overload, and answers that take too long. */
export function needsPause(error: unknown): error is HttpError | TimeoutError {
  if (error instanceof HttpError)
    return [429, 503, 504].includes(error.status) || error.retryAt !== undefined;
  return error instanceof TimeoutError;
}

/** Stores a response with `Retry-After`, so that no other request is sent meanwhile. */
export function hold(address: string, error: HttpError): HttpError {
  if (error.retryAt !== undefined && needsPause(error)) held.set(address, error);
  else held.delete(address);
  return error;
}

/** @throws the answer that asked to wait, while it holds */
export function throwIfHeld(address: string): void {
  const error = held.get(address);
  if (error?.retryAt === undefined) return;
  if (Date.now() < error.retryAt) throw error;
  held.delete(address);
}

/** When to ask again by itself; undefined where only the visitor should. */
export function repeatAt(error: unknown): number | undefined {
  if (!needsPause(error)) return undefined;
  const now = Date.now();
  const last = repeated.get(nameOf(error));
  if (last !== undefined && now - last < ONCE_MS) return undefined;
  const at = error instanceof HttpError ? (error.retryAt ?? error.at + PAUSE_MS) : error.at + PAUSE_MS;
  return at - now > LONGEST_MS ? undefined : at;
}

/** Notes that a request is repeated by itself: once is enough. */
export function noteRepeat(error: HttpError | TimeoutError): void {
  repeated.set(nameOf(error), Date.now());
}

/** A retry by the visitor ignores the pause. */
export function letPass(error: unknown): void {
  if (!needsPause(error)) return;
  repeated.delete(nameOf(error));
  for (const [address, one] of held) if (one === error) held.delete(address);
}

function nameOf(error: HttpError | TimeoutError): string {
  return error instanceof HttpError ? error.url : error.message;
}
