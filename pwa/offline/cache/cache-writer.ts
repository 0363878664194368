/** Writes responses in batches while the page is idle, and reads them back for `cached.ts`. */
import { addressOf } from "../../api/call.ts";
import { readAccountResponse, writeAccountResponse } from "../account/responses.ts";
import { markOfflineData } from "../db/has-data.ts";
import { isQuotaError } from "../saving/errors.ts";
import { cacheUsage, evictToLimit } from "./evict.ts";
import { isAccountRequest, isCacheable, type RequestKey } from "./request-key.ts";
import { cacheLimitBytes } from "./size-limit.ts";
import { type CachedResponse, read, remove, type WritableResponse, write } from "./store.ts";

/** Fields of an API call that the cache uses. */
interface ApiCall {
  endpoint: { method: string; path: string; private?: true };
  input: { params?: unknown; query?: unknown };
}

/** A response the app has shown. */
export interface ResponseRecord extends ApiCall {
  /** Undefined if not found. */
  body: unknown;
  /** Time of the request. */
  requestedAt: number;
  at: number;
}

/** Responses per transaction. */
const BATCH = 8;
/** Number of responses between two checks of the limit. */
const EVICT_EVERY = 40;
/** Limits how long a hanging database can delay the network's error. */
const READ_TIMEOUT_MS = 3_000;
const IDLE_MS = 1_000;

let writing: Promise<void> = Promise.resolve();
let isFull = false;
let written = 0;

/** Returns the stored response to a call. @throws what Dexie throws */
export async function readCached(
  { path }: ApiCall["endpoint"],
  input: ApiCall["input"],
): Promise<CachedResponse | undefined> {
  const request = requestKeyOf(path, input);
  return await withTimeout(
    READ_TIMEOUT_MS,
    isAccountRequest(request) ? readAccountResponse(request.address) : read(request),
  );
}

/** Writes responses; the last one per address wins. Never throws: a failed cache write is silent. */
export function storeBatch(records: readonly ResponseRecord[]): Promise<void> {
  writing = writing
    .then(() => writeAll(records))
    .catch((error: unknown) => console.warn("Responses could not be cached.", error));
  return writing;
}

async function writeAll(records: readonly ResponseRecord[]): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const isOff = cacheLimitBytes() === 0 || isFull;
  const responses = new Map<string, WritableResponse>();
  for (const { endpoint, input, ...response } of records) {
    const request = requestKeyOf(endpoint.path, input);
    if (isAccountRequest(request)) await writeAccountResponse(request.address, response);
    else if (isOff) continue;
    else if (response.body === undefined) await remove(request);
    else if (isCacheable(endpoint)) responses.set(request.address, { request, ...response });
  }
  if (responses.size === 0) return;
  await idle();
  markOfflineData();
  const waiting = [...responses.values()];
  for (let from = 0; from < waiting.length; from += BATCH)
    await writeOrEvict(waiting.slice(from, from + BATCH));
  written += waiting.length;
  if (written < EVICT_EVERY) return;
  written = 0;
  await evictToLimit(cacheLimitBytes());
}

/**
 * If the device is full, evicts half of the cache once; if that is not enough, nothing more is stored in this visit.
 */
async function writeOrEvict(batch: WritableResponse[]): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    try {
      await evictToLimit((await cacheUsage()).bytes / 2);
      await write(batch);
    } catch (again) {
      isFull = true;
      throw again;
    }
  }
}

function requestKeyOf(path: string, { params, query }: ApiCall["input"]): RequestKey {
  const named = (params ?? {}) as Record<string, string>;
  return { path, params: named, address: addressOf(path, named, query as Parameters<typeof addressOf>[2]) };
}

/** Hidden pages do not wait, because they may be closed at any moment. */
function idle(): Promise<void> {
  if (typeof requestIdleCallback !== "function" || document.visibilityState === "hidden")
    return Promise.resolve();
  return new Promise((done) => requestIdleCallback(() => done(), { timeout: IDLE_MS }));
}

function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
