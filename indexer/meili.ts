/** Writes to Meilisearch: settings, batches, tasks, swaps. `meili.json` is the only source of settings. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Meilisearch, MeilisearchApiError, type Task } from "meilisearch";
import { USER_AGENT } from "#backend/version.ts";
import type { IndexName } from "#shared/search/documents.ts";
import wanted from "../meili.json" with { type: "json" };

const TASK_TIMEOUT_MS = 15 * 60_000;
const REQUEST_TIMEOUT_MS = 60_000;
const PAGE_SIZE = 5_000;
/** Bounds of the interval between two polls of a task. */
const MIN_POLL_INTERVAL_MS = 20;
const MAX_POLL_INTERVAL_MS = 250;

/** The engine refused documents; the batch should be split. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** A task failed for a reason unrelated to documents: the engine lacks a resource, or the index is gone. */
export class EngineError extends Error {
  override name = "EngineError";
}

const DOCUMENT_FAULTS = new Set([
  "invalid_document_id",
  "missing_document_id",
  "invalid_document_fields",
  "invalid_document_geo_field",
  "max_fields_limit_exceeded",
  "document_fields_limit_reached",
  "malformed_payload",
  "payload_too_large",
  "bad_request",
  "internal",
]);

export interface EngineOptions {
  url: string;
  key?: string | undefined;
  /** Put before index names. */
  prefix?: string;
}

/**
 * `new`: no index, or one that the engine created with its defaults. `reshaped`: documents have other attributes
 * than now and are rebuilt. `outdated`: other settings, which are applied in place.
 */
export type IndexState = "new" | "reshaped" | "outdated" | "ready";

/** Times as the engine writes them. */
export interface IndexTimes {
  createdAt: string;
  updatedAt: string;
}

export type EngineDocument = Record<string, unknown> & { key: string; digest?: string };
export type Engine = ReturnType<typeof openEngine>;

/** Opens a client; sends no request yet. Every call throws while the engine is unreachable. */
export function openEngine({ url, key = "", prefix = "" }: EngineOptions) {
  const client = new Meilisearch({
    host: url,
    apiKey: key,
    timeout: REQUEST_TIMEOUT_MS,
    // Asking for gzip makes the engine answer in chunks, which costs 44 ms a request on Node.
    requestInit: { headers: { "accept-encoding": "identity", "user-agent": USER_AGENT } },
  });

  /** Polls a long task less often: each poll costs as much as several documents. */
  async function ended(task: number): Promise<Task> {
    const started = performance.now();
    for (;;) {
      const found = await client.tasks.getTask(task);
      if (found.status !== "enqueued" && found.status !== "processing") return found;
      const passed = performance.now() - started;
      if (passed > TASK_TIMEOUT_MS)
        throw new EngineError(`task ${task} is ${found.status} after ${TASK_TIMEOUT_MS / 60_000} minutes`);
      await sleep(Math.min(Math.max(passed / 10, MIN_POLL_INTERVAL_MS), MAX_POLL_INTERVAL_MS));
    }
  }

  /** @throws RefusedError or EngineError if the task failed */
  async function wait(task: number): Promise<void> {
    const { status, error } = await ended(task);
    if (status === "succeeded") return;
    if (error && DOCUMENT_FAULTS.has(error.code)) throw new RefusedError(`${error.code}: ${error.message}`);
    throw new EngineError(error ? `${error.code}: ${error.message}` : `task ${task} was ${status}`, {
      cause: error,
    });
  }

  async function fetchDocuments(uid: string, body: Record<string, unknown>): Promise<EngineDocument[]> {
    const page = await client.httpRequest.post<{ results: EngineDocument[] }>({
      path: `indexes/${uid}/documents/fetch`,
      body,
    });
    return page.results;
  }

  return {
    uid: (name: IndexName) => prefix + name,
    wait,

    version: async () => (await client.getVersion()).pkgVersion,

    /** Number of documents; undefined if there is no such index. */
    count: (uid: string) =>
      absentIsUndefined(async () => (await client.index(uid).getStats()).numberOfDocuments),

    /** Times of the index, which move with it when indexes are swapped; undefined if there is none. */
    times: (uid: string) =>
      absentIsUndefined(async (): Promise<IndexTimes> => {
        const { createdAt, updatedAt } = await client.httpRequest.get<IndexTimes>({ path: `indexes/${uid}` });
        return { createdAt, updatedAt };
      }),

    async state(name: IndexName, uid = prefix + name): Promise<IndexState> {
      const settings = await absentIsUndefined(() => client.index(uid).getSettings());
      if (settings === undefined || isDeepStrictEqual(settings.searchableAttributes, ["*"])) return "new";
      if (covers(settings, wanted[name])) return "ready";
      return covers(settings, shapeOf(wanted[name])) ? "outdated" : "reshaped";
    },

    /** Creates the index if needed and applies the settings of `meili.json`. */
    async configure(name: IndexName, uid = prefix + name): Promise<void> {
      const created = await client
        .createIndex(uid, { primaryKey: "key" })
        .waitTask({ timeout: TASK_TIMEOUT_MS });
      if (created.status === "failed" && created.error?.code !== "index_already_exists")
        throw new EngineError(`${uid}: ${created.error?.message}`);
      const settings = wanted[name] as Parameters<ReturnType<typeof client.index>["updateSettings"]>[0];
      const { taskUid } = await client.index(uid).updateSettings(settings);
      await wait(taskUid);
    },

    /**
     * Queues documents given as lines of JSON; returns the task to wait for.
     * @throws RefusedError if the engine refuses to queue them
     */
    async push(uid: string, lines: string[]): Promise<number> {
      try {
        const body = lines.join("\n");
        const queued = await client
          .index(uid)
          .addDocumentsFromString(body, "application/x-ndjson", { primaryKey: "key" });
        return queued.taskUid;
      } catch (error) {
        const code = error instanceof MeilisearchApiError ? error.cause?.code : undefined;
        if (code && DOCUMENT_FAULTS.has(code)) throw new RefusedError(`${code}: ${(error as Error).message}`);
        throw error;
      }
    },

    remove: async (uid: string, keys: string[]): Promise<number> =>
      (await client.index(uid).deleteDocuments(keys)).taskUid,

    /** Yields all documents of an index page by page, with selected fields. Concurrent changes may skip or repeat some. */
    async *documents(uid: string, fields: string[]): AsyncGenerator<EngineDocument[]> {
      for (let offset = 0; ; offset += PAGE_SIZE) {
        const page = await fetchDocuments(uid, { fields, offset, limit: PAGE_SIZE });
        if (page.length > 0) yield page;
        if (page.length < PAGE_SIZE) return;
      }
    },

    find: (uid: string, keys: string[]) => fetchDocuments(uid, { ids: keys, limit: keys.length }),

    /** Swaps pairs of indexes in one step. */
    async swap(pairs: [string, string][]): Promise<void> {
      const { taskUid } = await client.swapIndexes(pairs.map((indexes) => ({ indexes, rename: false })));
      await wait(taskUid);
    },

    /** Removes an index if it exists. */
    async drop(uid: string): Promise<void> {
      const done = await client.deleteIndex(uid).waitTask({ timeout: TASK_TIMEOUT_MS });
      if (done.status === "failed" && done.error?.code !== "index_not_found")
        throw new EngineError(`${uid}: ${done.error?.message}`);
    },
  };
}

async function absentIsUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === "index_not_found") return undefined;
    throw error;
  }
}

/** Settings that determine the attributes of documents. */
const shapeOf = ({ searchableAttributes, filterableAttributes }: (typeof wanted)[IndexName]) => ({
  searchableAttributes,
  filterableAttributes,
});

const UNORDERED = new Set(["filterableAttributes", "sortableAttributes", "locales", "disableOnAttributes"]);

/** True if all expected settings are in place; unordered lists may come back sorted. */
function covers(actual: unknown, expected: unknown, name = ""): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    const [a, b] = UNORDERED.has(name) ? [actual.toSorted(), expected.toSorted()] : [actual, expected];
    return b.every((item, i) => covers(a[i], item));
  }
  if (typeof expected !== "object" || expected === null) return actual === expected;
  if (typeof actual !== "object" || actual === null) return false;
  const values = actual as Record<string, unknown>;
  return Object.entries(expected).every(([key, value]) => covers(values[key], value, key));
}
