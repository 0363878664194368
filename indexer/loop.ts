/** The indexer: pushes the documents that the outbox names to the engine, for as long as it runs. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { type Built, keyOf } from "./documents.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./meili.ts";
import { acknowledge, type Claimed, claim, type Quarantined, quarantine, release, renew } from "./outbox.ts";
import { type Processed, push } from "./push.ts";
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
  /** Rows claimed at once, at most. */
  claimSize?: number;
  /** Characters of documents in a batch: rows claimed beyond them are given back. */
  batchSize?: number;
  /** Batches in flight at once: the next are read and built while the engine works on the last. */
  depth?: number;
}

/** The engine does best with large batches. */
const BATCH = 16 * 1024 * 1024;
/** Rows read at once at first, then as many as have about so many characters: texts may be long. */
const FIRST_READ = 250;
const READ = 2 * 1024 * 1024;
const MOST_READ = 2_000;
const IDLE = [20, 50, 100, 200];
const CHECK_EVERY = 15_000;
const FINISH_WITHIN = 2_500;

/** Runs until the signal; while the engine or the database is unreachable it retries. */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const {
    sql,
    engine,
    log,
    signal,
    leaseSeconds = 30,
    claimSize = 10_000,
    batchSize = BATCH,
    depth = 2,
  } = options;
  const inFlight = new Map<Promise<void>, Batch>();
  let failure: unknown;
  let failures = 0;
  let idle = 0;
  let checked = 0;
  let limit = claimSize;
  let away = "";

  const lookAfter = async () => {
    const names = await engine.away();
    const before = away;
    away = names.join(" ");
    if (away !== before)
      log.warn({ away: names }, names.length > 0 ? "search servers are away" : "all search servers are back");
    // With one server gone, the others still get their documents.
    if (names.length === 0 || names.length === engine.servers.length) await recover(sql, engine, log);
    checked = Date.now();
  };
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
      if (failures > 0 || Date.now() - checked > CHECK_EVERY) await lookAfter();
      if (inFlight.size >= depth) {
        await Promise.race(inFlight.keys());
        continue;
      }
      const batch = await claimBatch(sql, limit, leaseSeconds);
      if (batch === undefined) {
        if (inFlight.size === 0) markHealthy();
        await pause(IDLE[Math.min(idle, IDLE.length - 1)] ?? 200, signal);
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
      await Promise.race([batch.read, settled]); // one at a time: by its size the next is claimed
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
  await Promise.race([Promise.allSettled(inFlight.keys()), pause(FINISH_WITHIN, finished.signal)]);
  finished.abort();
  for (const batch of inFlight.values()) await releaseBatch(sql, batch);
}

interface Batch {
  token: string;
  rows: Claimed[];
  /** Resolves when the rows are read, and `rows` are those that fit. */
  read: Promise<void>;
  markRead(): void;
  /** Not all that was claimed did fit. */
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
        () => {}, // the loop meets the same error and logs it
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
  /** Keys of rows that are gone. */
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
    const pushed: { name: IndexName; done: Promise<Processed> }[] = [];
    for (const { name, built, removed } of parts) {
      const { done } = await push(engine, engine.uid(name), built, removed);
      pushed.push({ name, done });
    }
    const bad: Quarantined[] = [];
    const missed = new Set<string>();
    for (const { name, done } of pushed) {
      const processed = await done;
      bad.push(...processed.refused.map((row) => ({ ...row, index_name: name })));
      for (const key of processed.missed) missed.add(`${name} ${key}`);
    }
    // What a server that is away has missed stays leased, so that the others' rows are claimed before it is tried again.
    const arrived = ({ index_name, service, id }: Claimed) =>
      !missed.has(`${index_name} ${keyOf(service, id)}`);
    const rows = missed.size === 0 ? batch.rows : batch.rows.filter(arrived);
    await quarantine(sql, bad);
    await acknowledge(sql, batch.token, rows, bad);
    batch.end();
  } catch (error) {
    await releaseBatch(sql, batch);
    throw error;
  }
}

/** Reads rows, index by index, until their documents have so many characters, and gives the others back. */
async function readBatch(sql: Sql, batch: Batch, most: number): Promise<Part[]> {
  const parts: Part[] = [];
  const taken: Claimed[] = [];
  const left: Claimed[] = [];
  let size = 0;
  for (const [name, rows] of byIndex(batch.rows)) {
    const built: Built[] = [];
    let at = 0;
    let atOnce = FIRST_READ;
    while (at < rows.length && size < most) {
      const read = await SOURCES[name].load(sql, rows.slice(at, at + atOnce));
      const characters = sizeOf(read);
      built.push(...read);
      size += characters;
      at += atOnce;
      atOnce = Math.ceil(Math.min(MOST_READ, READ / (characters / atOnce + 1)));
    }
    const present = new Set(built.map((row) => row.key));
    const mine = rows.slice(0, at);
    const removed = mine.map((row) => keyOf(row.service, row.id)).filter((key) => !present.has(key));
    parts.push({ name, built, removed });
    taken.push(...mine);
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
