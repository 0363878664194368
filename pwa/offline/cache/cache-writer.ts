/** Writes responses in batches while the page is idle, and reads them for `cached.ts`. */
import { addressOf } from "../../api/call.ts";
import { readOfAccount, writeOfAccount } from "../account/responses.ts";
import { markOfflineData } from "../db/has-data.ts";
import { isQuotaError } from "../saving/errors.ts";
import { cacheUsage, evictToLimit } from "./evict.ts";
import { isCacheable, isOfAccount, type RequestKey } from "./request-key.ts";
import { cacheLimitBytes } from "./size-limit.ts";
import { type CachedResponse, read, remove, type WritableResponse, write } from "./store.ts";

/** What the cache uses of an API call. */
interface ApiCall {
  endpoint: { method: string; path: string; private?: true };
  input: { params?: unknown; query?: unknown };
}

/** A response that the app has shown. */
export interface ResponseRecord extends ApiCall {
  /** Undefined: not found. */
  body: unknown;
  /** When it was requested. */
  requestedAt: number;
  at: number;
}

/** Responses in one transaction. */
const BATCH = 8;
/** The limit is enforced after this many responses. */
const EVICT_EVERY = 40;
/** A database that hangs does not hold back the network's error. */
const READ_TIMEOUT_MS = 3_000;
const IDLE_MS = 1_000;

let writing: Promise<void> = Promise.resolve();
let isFull = false;
let written = 0;

/** The stored response to a call. @throws what Dexie throws */
export async function readCached(
  { path }: ApiCall["endpoint"],
  input: ApiCall["input"],
): Promise<CachedResponse | undefined> {
  const request = requestKeyOf(path, input);
  return await within(READ_TIMEOUT_MS, isOfAccount(request) ? readOfAccount(request.address) : read(request));
}

/** Writes responses, the last of each address. Never throws: a failed cache write is silent. */
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
    if (isOfAccount(request)) await writeOfAccount(request.address, response);
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

/** A full device: evicts half of the cache, once; if that is not enough, this visit stores nothing more. */
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

/** Hidden pages do not wait: they may be closed at any moment. */
function idle(): Promise<void> {
  if (typeof requestIdleCallback !== "function" || document.visibilityState === "hidden")
    return Promise.resolve();
  return new Promise((done) => requestIdleCallback(() => done(), { timeout: IDLE_MS }));
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
