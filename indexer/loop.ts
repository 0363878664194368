/** The indexer: pushes the documents that the outbox names to the engine, for as long as it runs. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { type Built, keyOf, type RowKey } from "./documents.ts";
import { type Engine, EngineError } from "./meili.ts";
import { acknowledge, type Claimed, claim, quarantine, release, renew } from "./outbox.ts";
import { push, type Refusal } from "./push.ts";
import { recover } from "./recover.ts";
import { SOURCES } from "./sources/index.ts";

export interface IndexerOptions {
  sql: Sql;
  engine: Engine;
  log: Logger;
  /** Stops the loop; rows in flight are finished within some seconds or released. */
  signal: AbortSignal;
  /** How long a claimed row stays leased to a process that no longer renews it. */
  leaseSeconds?: number;
  /** Rows claimed at once. */
  claimSize?: number;
  /** Batches in flight at once: the next are read and built while the engine works on the last. */
  depth?: number;
}

/** Rows read at once; bounds memory where texts are long. */
const LOAD = 250;
/** Characters of documents held for the engine at once; many small batches queued there are one large one to it. */
const MAX_IN_FLIGHT = 32 * 1024 * 1024;
const IDLE = [20, 50, 100, 200];
const CHECK_EVERY = 15_000;
const FINISH_WITHIN = 2_500;

/** Runs until the signal; while the engine or the database is unreachable it retries. */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { sql, engine, log, signal, leaseSeconds = 30, claimSize = 1_000, depth = 12 } = options;
  const inFlight = new Map<Promise<void>, Batch>();
  let failure: unknown;
  let failures = 0;
  let idle = 0;
  let checked = 0;

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
      if (failures > 0 || Date.now() - checked > CHECK_EVERY) {
        await recover(sql, engine, log);
        checked = Date.now();
      }
      if (inFlight.size >= depth || bytesOf(inFlight.values()) > MAX_IN_FLIGHT) {
        await Promise.race(inFlight.keys());
        continue;
      }
      const batch = await claimBatch(sql, claimSize, leaseSeconds);
      if (batch === undefined) {
        if (inFlight.size === 0) markHealthy();
        await pause(IDLE[Math.min(idle, IDLE.length - 1)] ?? 200, signal);
        idle += 1;
        continue;
      }
      idle = 0;
      const settled: Promise<void> = pushBatch(sql, engine, batch)
        .then(markHealthy)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => inFlight.delete(settled));
      inFlight.set(settled, batch);
      await Promise.race([batch.read, settled]); // one batch is read at a time, because its size is known only then
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
  await Promise.race([Promise.allSettled(inFlight.keys()), pause(FINISH_WITHIN, finished.signal)]);
  finished.abort();
  for (const batch of inFlight.values()) await releaseBatch(sql, batch);
}

interface Batch {
  token: string;
  rows: Claimed[];
  /** Resolves when the rows are read and `bytes` is known. */
  read: Promise<void>;
  markRead(bytes: number): void;
  /** Size of its documents while the engine works on them; 0 until they are read. */
  bytes: number;
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
      renew(sql, token, rows, leaseSeconds).then(
        () => {
          safe = at;
        },
        () => {}, // the loop meets the same error and logs it
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  const { promise: read, resolve } = deferred();
  const batch: Batch = {
    token,
    rows,
    read,
    bytes: 0,
    markRead(bytes) {
      batch.bytes = bytes;
      resolve();
    },
    lapsed: () => performance.now() - safe > leaseSeconds * 800,
    end: () => clearInterval(timer),
  };
  return batch;
}

const sizeOf = (built: readonly Built[]) => built.reduce((sum, row) => sum + (row.line?.length ?? 0), 0);

function bytesOf(batches: Iterable<Batch>): number {
  let sum = 0;
  for (const batch of batches) sum += batch.bytes;
  return sum;
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
  rows: readonly Claimed[];
  refused: Promise<Refusal[]>;
}

/**
 * Reads the rows of a batch and pushes them. Resolves when the engine has processed them and they are acknowledged; on a
 * failure they are released.
 */
async function pushBatch(sql: Sql, engine: Engine, batch: Batch): Promise<void> {
  try {
    const parts = await Promise.all(
      [...byIndex(batch.rows)].map(async ([name, rows]) => {
        const built = await load(sql, name, rows);
        const present = new Set(built.map((row) => row.key));
        const removed = rows.map((row) => keyOf(row.service, row.id)).filter((key) => !present.has(key));
        return { name, rows, built, removed };
      }),
    );
    batch.markRead(parts.reduce((sum, { built }) => sum + sizeOf(built), 0));
    if (batch.lapsed()) throw new EngineError("a lease ran out before its rows were read");
    const pushed: Part[] = [];
    for (const { name, rows, built, removed } of parts) {
      const { done } = await push(engine, engine.uid(name), built, removed);
      pushed.push({ name, rows, refused: done });
    }
    await finish(sql, batch, pushed);
  } catch (error) {
    await releaseBatch(sql, batch);
    throw error;
  }
}

async function finish(sql: Sql, batch: Batch, parts: readonly Part[]): Promise<void> {
  for (const { name, rows, refused } of parts) {
    const bad = await refused;
    const keys = new Set(bad.map((row) => keyOf(row.service, row.id)));
    const taken = rows.filter((row) => !keys.has(keyOf(row.service, row.id)));
    await quarantine(sql, name, bad, taken);
    await acknowledge(sql, batch.token, rows);
  }
  batch.end();
}

async function releaseBatch(sql: Sql, batch: Batch): Promise<void> {
  batch.end();
  await release(sql, batch.token, batch.rows).catch(() => {}); // else the lease expires
}

async function load(sql: Sql, name: IndexName, rows: readonly RowKey[]): Promise<Built[]> {
  const built: Built[] = [];
  for (let at = 0; at < rows.length; at += LOAD)
    built.push(...(await SOURCES[name].load(sql, rows.slice(at, at + LOAD))));
  return built;
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
