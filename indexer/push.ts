/** Pushes built rows to an index in batches of bounded size, and isolates the documents that the engine refuses. */
import type { Built, RowKey } from "./documents.ts";
import { type Engine, EngineError, RefusedError } from "./meili.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 10_000;

export type Refusal = RowKey & { reason: string };
type Line = Extract<Built, { line: string }>;

export interface Pushed {
  /** Resolves with the refused rows when the engine has processed all others. */
  done: Promise<Refusal[]>;
}

/** Cuts rows into batches; a single row larger than a batch is a batch. */
export function batches(rows: readonly Line[], maxBytes = MAX_BYTES): Line[][] {
  const all: Line[][] = [];
  let current: Line[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = row.line.length * 2; // at most three bytes per character, mostly one
    if (current.length > 0 && (bytes + size > maxBytes || current.length >= MAX_LINES)) {
      all.push(current);
      current = [];
      bytes = 0;
    }
    current.push(row);
    bytes += size;
  }
  if (current.length > 0) all.push(current);
  return all;
}

/**
 * Queues rows, then deletions, and returns once all are queued.
 * @throws (also from `done`) if the engine is unreachable or fails for a reason unrelated to documents
 */
export async function push(
  engine: Engine,
  uid: string,
  rows: readonly Built[],
  removed: readonly string[],
): Promise<Pushed> {
  // The previous document of a refused row must not stay in the index.
  const toRemove = [...removed, ...rows.filter((row) => row.refused !== undefined).map((row) => row.key)];
  const refused = rows.flatMap(({ service, id, refused: reason }): Refusal[] =>
    reason === undefined ? [] : [{ service, id, reason }],
  );
  const waits: Promise<void>[] = [];
  const track = (wait: Promise<void>) => {
    wait.catch(() => {}); // reported by `done`; not an unhandled rejection until that is awaited
    waits.push(wait);
  };
  const outcome: Outcome = {
    taken: 0,
    faults: 0,
    refuse: (row, reason) => refused.push({ service: row.service, id: row.id, reason }),
  };
  for (const batch of batches(rows.filter((row) => row.line !== undefined))) {
    const task = await queue(engine, uid, batch);
    track(isolateRefused(engine, uid, batch, task, outcome));
  }
  if (toRemove.length > 0) track(engine.remove(uid, toRemove).then(engine.wait));
  const done = Promise.all(waits).then(() => refused);
  done.catch(() => {});
  return { done };
}

const queue = (engine: Engine, uid: string, batch: readonly Line[]): Promise<number | RefusedError> =>
  engine
    .push(
      uid,
      batch.map((row) => row.line),
    )
    .catch((error: unknown) => {
      if (error instanceof RefusedError) return error;
      throw error;
    });

interface Outcome {
  taken: number;
  /** Number of single documents on which the engine failed internally instead of refusing them. */
  faults: number;
  refuse(row: Built, reason: string): void;
}

/** Internal failures without a success after which the engine, not the documents, is considered faulty. */
const MAX_FAULTS = 8;

async function isolateRefused(
  engine: Engine,
  uid: string,
  batch: readonly Line[],
  task: number | RefusedError,
  outcome: Outcome,
): Promise<void> {
  try {
    if (typeof task !== "number") throw task;
    await engine.wait(task);
    outcome.taken += batch.length;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      for (const half of [batch.slice(0, middle), batch.slice(middle)])
        await isolateRefused(engine, uid, half, await queue(engine, uid, half), outcome);
      return;
    }
    if (error.message.startsWith("internal")) outcome.faults += 1;
    if (outcome.taken === 0 && outcome.faults >= MAX_FAULTS) throw new EngineError(error.message);
    for (const row of batch) {
      outcome.refuse(row, error.message);
      await engine.wait(await engine.remove(uid, [row.key]));
    }
  }
}
