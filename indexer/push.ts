/** Brings built rows to an index in batches bounded in bytes, and finds the ones that the engine refuses. */
import type { Built, RowKey } from "./documents.ts";
import { type Engine, RefusedError } from "./meili.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 10_000;

export type Refusal = RowKey & { reason: string };
type Line = Extract<Built, { line: string }>;

export interface Pushed {
  /** Resolves when the engine has taken everything it will take, with the rows it refused. */
  done: Promise<Refusal[]>;
}

/** Cuts rows into batches; a single row larger than a batch is a batch. */
export function batches(rows: readonly Line[], maxBytes = MAX_BYTES): Line[][] {
  const all: Line[][] = [];
  let current: Line[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = row.line.length * 2; // three bytes a character at worst, one mostly
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
 * Queues rows and deletions on the engine, in this order, and returns as soon as it holds them all.
 * @throws (also from `done`) when the engine is away or fails for a reason that no document explains
 */
export async function push(
  engine: Engine,
  uid: string,
  rows: readonly Built[],
  removed: readonly string[],
): Promise<Pushed> {
  const refused: Refusal[] = [];
  const waits: Promise<void>[] = [];
  const keep = (row: Built, reason: string) => refused.push({ service: row.service, id: row.id, reason });
  const lines = rows.filter((row): row is Line => row.line !== undefined);
  for (const row of rows) if (row.refused !== undefined) keep(row, row.refused);
  for (const batch of batches(lines)) {
    const task = await queue(engine, uid, batch);
    waits.push(settle(engine, uid, batch, task, keep));
  }
  // A row that may not be indexed any more must not stay findable in its former state.
  const gone = [...removed, ...rows.filter((row) => row.refused !== undefined).map((row) => row.key)];
  if (gone.length > 0) waits.push(engine.remove(uid, gone).then(engine.wait));
  const done = Promise.all(waits).then(() => refused);
  done.catch(() => {}); // reported to whoever awaits it; until then it is nobody's unhandled rejection
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

async function settle(
  engine: Engine,
  uid: string,
  batch: readonly Line[],
  task: number | RefusedError,
  keep: (row: Built, reason: string) => void,
): Promise<void> {
  try {
    if (typeof task !== "number") throw task;
    await engine.wait(task);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      for (const half of [batch.slice(0, middle), batch.slice(middle)])
        await settle(engine, uid, half, await queue(engine, uid, half), keep);
      return;
    }
    for (const row of batch) {
      keep(row, error.message);
      await engine.remove(uid, [row.key]).then(engine.wait, (fault: unknown) => {
        // A key that the engine cannot even name was never in it.
        if (!/invalid_document_id|400/.test(String(fault))) throw fault;
      });
    }
  }
}
