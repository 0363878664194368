/** The indexer: pushes the documents named by the outbox to the engine. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { type Built, keyOf } from "./documents.ts";
import { type Engine, EngineError } from "./meili.ts";
import { acknowledge, type Claimed, claim, type Quarantined, quarantine, release, renew } from "./outbox.ts";
import { push, type Refusal } from "./push.ts";
import { recover } from "./recover.ts";
import { SOURCES } from "./sources/index.ts";

export interface IndexerOptions {
  sql: Sql;
  engine: Engine;
  log: Logger;
  /** Stops the loop; rows in flight are finished within some seconds or released. */
  signal: AbortSignal;
  /** Time a claimed row stays leased to a process that no longer renews it. */
  leaseSeconds?: number;
  /** Rows claimed at once, at most. */
  claimSize?: number;
  /** Characters of documents in a batch: rows claimed beyond them are given back. */
  batchSize?: number;
  /** Batches in flight at once: the next are read and built while the engine works on the last. */
  depth?: number;
}

/** Characters of a batch. The engine is fastest with large batches. */
const BATCH_SIZE = 16 * 1024 * 1024;
/** Rows of the first read; later reads target READ_SIZE characters, as texts may be long. */
const FIRST_READ_ROWS = 250;
const READ_SIZE = 2 * 1024 * 1024;
const MAX_READ_ROWS = 2_000;
const POLL_INTERVALS_MS = [20, 50, 100, 200];
const CHECK_INTERVAL_MS = 15_000;
const SHUTDOWN_TIMEOUT_MS = 2_500;

/** Runs until the signal; while the engine or the database is unreachable it retries. */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const {
    sql,
    engine,
    log,
    signal,
    leaseSeconds = 30,
    claimSize = 10_000,
    batchSize = BATCH_SIZE,
    depth = 2,
  } = options;
  const inFlight = new Map<Promise<void>, Batch>();
  let failure: unknown;
  let failures = 0;
  let idle = 0;
  let checked = 0;
  let limit = claimSize;
  const markHealthy = () => {
    if (failures > 0) log.info("indexing resumed");
    failures = 0;
  };
  while (!signal.aborted) {
    try {
      if (failure !== undefined) {
        const error = failure;
        failure = undefined;
        throw error;
      }
      if (failures > 0 || Date.now() - checked > CHECK_INTERVAL_MS) {
        await recover(sql, engine, log);
        checked = Date.now();
      }
      if (inFlight.size >= depth) {
        await Promise.race(inFlight.keys());
        continue;
      }
      const batch = await claimBatch(sql, limit, leaseSeconds);
      if (batch === undefined) {
        if (inFlight.size === 0) markHealthy();
        await pause(POLL_INTERVALS_MS[Math.min(idle, POLL_INTERVALS_MS.length - 1)] ?? 200, signal);
        idle += 1;
        continue;
      }
      idle = 0;
      const settled: Promise<void> = pushBatch(sql, engine, batch, batchSize)
        .then(markHealthy)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => inFlight.delete(settled));
      inFlight.set(settled, batch);
      await Promise.race([batch.read, settled]); // one at a time: its size determines the next claim
      limit = batch.cut ? batch.rows.length : Math.min(claimSize, 2 * limit);
    } catch (error) {
      if (failures === 0)
        log.warn(
          { reason: describe(error) },
          "indexing paused: the engine or the database is unreachable or failing",
        );
      failures += 1;
      await pause(Math.min(100 * 2 ** Math.min(failures, 6), 5_000), signal);
    }
  }
  const finished = new AbortController();
  await Promise.race([Promise.allSettled(inFlight.keys()), pause(SHUTDOWN_TIMEOUT_MS, finished.signal)]);
  finished.abort();
  for (const batch of inFlight.values()) await releaseBatch(sql, batch);
}

interface Batch {
  token: string;
  rows: Claimed[];
  /** Resolves when the rows are read and `rows` contains those that fit. */
  read: Promise<void>;
  markRead(): void;
  /** Some claimed rows did not fit and were released. */
  cut: boolean;
  /** The lease was not renewed in time: another process may have claimed these rows. */
  lapsed(): boolean;
  end(): void;
}

async function claimBatch(sql: Sql, limit: number, leaseSeconds: number): Promise<Batch | undefined> {
  const token = randomBytes(9).toString("base64url");
  let safe = performance.now();
  const rows = await claim(sql, token, limit, leaseSeconds);
  if (rows.length === 0) return undefined;
  const timer = setInterval(
    () => {
      const at = performance.now();
      renew(sql, token, batch.rows, leaseSeconds).then(
        () => {
          safe = at;
        },
        () => {}, // the loop gets the same error and logs it
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  const { promise: read, resolve: markRead } = deferred();
  const batch: Batch = {
    token,
    rows,
    read,
    markRead,
    cut: false,
    lapsed: () => performance.now() - safe > leaseSeconds * 800,
    end: () => clearInterval(timer),
  };
  return batch;
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface Part {
  name: IndexName;
  built: Built[];
  /** Keys of deleted rows. */
  removed: string[];
}

/**
 * Reads the rows of a batch and pushes them. Resolves when the engine has processed them and they are acknowledged; on a
 * failure they are released.
 */
async function pushBatch(sql: Sql, engine: Engine, batch: Batch, size: number): Promise<void> {
  try {
    const parts = await readBatch(sql, batch, size);
    batch.markRead();
    if (batch.lapsed()) throw new EngineError("a lease ran out before its rows were read");
    const pushed: { name: IndexName; done: Promise<Refusal[]> }[] = [];
    for (const { name, built, removed } of parts) {
      const { done } = await push(engine, engine.uid(name), built, removed);
      pushed.push({ name, done });
    }
    const bad: Quarantined[] = [];
    for (const { name, done } of pushed)
      bad.push(...(await done).map((row) => ({ ...row, index_name: name })));
    await quarantine(sql, bad);
    await acknowledge(sql, batch.token, batch.rows, bad);
    batch.end();
  } catch (error) {
    await releaseBatch(sql, batch);
    throw error;
  }
}

/** Reads rows, index by index, until their documents have `maxSize` characters, and releases the others. */
async function readBatch(sql: Sql, batch: Batch, maxSize: number): Promise<Part[]> {
  const parts: Part[] = [];
  const taken: Claimed[] = [];
  const left: Claimed[] = [];
  let size = 0;
  for (const [name, rows] of byIndex(batch.rows)) {
    const built: Built[] = [];
    let at = 0;
    let count = FIRST_READ_ROWS;
    while (at < rows.length && size < maxSize) {
      const read = await SOURCES[name].load(sql, rows.slice(at, at + count));
      const characters = sizeOf(read);
      built.push(...read);
      size += characters;
      at += count;
      count = Math.ceil(Math.min(MAX_READ_ROWS, READ_SIZE / (characters / count + 1)));
    }
    const present = new Set(built.map((row) => row.key));
    const loaded = rows.slice(0, at);
    const removed = loaded.map((row) => keyOf(row.service, row.id)).filter((key) => !present.has(key));
    parts.push({ name, built, removed });
    taken.push(...loaded);
    left.push(...rows.slice(at));
  }
  batch.rows = taken;
  batch.cut = left.length > 0;
  if (left.length > 0) await release(sql, batch.token, left);
  return parts;
}

const sizeOf = (built: readonly Built[]) => built.reduce((sum, row) => sum + (row.line?.length ?? 0), 0);

async function releaseBatch(sql: Sql, batch: Batch): Promise<void> {
  batch.end();
  await release(sql, batch.token, batch.rows).catch(() => {}); // else the lease expires
}

function byIndex(rows: readonly Claimed[]): Map<IndexName, Claimed[]> {
  const groups = new Map<IndexName, Claimed[]>();
  for (const row of rows) {
    const group = groups.get(row.index_name);
    if (group) group.push(row);
    else groups.set(row.index_name, [row]);
  }
  return groups;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}

const describe = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
