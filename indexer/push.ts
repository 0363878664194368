/** Pushes built rows to an index in batches of bounded size, and isolates the documents that the engine refuses. */
import type { Built, RowKey } from "./documents.ts";
import type { Engine } from "./engine.ts";
import { EngineError, RefusedError, type Server } from "./meili.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 10_000;

export type Refusal = RowKey & { reason: string };
type Line = Extract<Built, { line: string }>;

export interface Pushed {
  /** Resolves when the engine has processed all rows that it did not refuse. */
  done: Promise<Processed>;
}

export interface Processed {
  refused: Refusal[];
  /** Keys of what did not reach its server, because that is away while another is not. */
  missed: ReadonlySet<string>;
  /** Why, of the first. */
  failure?: unknown;
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
 * Queues rows on their servers and deletions on all, in this order, and returns as soon as all are queued: a key does not
 * say whose document it was.
 * @throws (also from `done`) when no server is reachable, or one fails for a reason that is no document's
 */
export async function push(
  engine: Engine,
  uid: string,
  rows: readonly Built[],
  removed: readonly string[],
): Promise<Pushed> {
  // A row that can no longer be indexed must not stay findable in its previous state.
  const gone = [...removed, ...rows.filter((row) => row.refused !== undefined).map((row) => row.key)];
  const refused = rows.flatMap(({ service, id, refused: reason }) =>
    reason === undefined ? [] : [{ service, id, reason }],
  );
  const linesOf = new Map<Server, Line[]>(engine.servers.map((server) => [server, []]));
  for (const row of rows) if (row.line !== undefined) linesOf.get(engine.serverOf(row.owner))?.push(row);
  const parts = [...linesOf].map(([server, lines]) => {
    const queued = pushTo(server, uid, lines, gone);
    return {
      keys: [...gone, ...lines.map((row) => row.key)],
      queued,
      done: queued.then(({ done }) => done),
    };
  });
  const done = allDone(parts, refused);
  done.catch(() => {}); // reported to whoever waits for it
  const queued = await Promise.allSettled(parts.map((part) => part.queued));
  if (queued.every((one) => one.status === "rejected")) await done;
  return { done };
}

/** @throws why the first failed, where all did */
async function allDone(
  parts: readonly { keys: string[]; done: Promise<Refusal[]> }[],
  refused: readonly Refusal[],
): Promise<Processed> {
  const results = await Promise.allSettled(parts.map((part) => part.done));
  const failures = results.filter((one) => one.status === "rejected");
  if (failures.length === results.length) throw failures[0]?.reason;
  return {
    refused: [...refused, ...results.flatMap((one) => (one.status === "fulfilled" ? one.value : []))],
    missed: new Set(results.flatMap((one, at) => (one.status === "rejected" ? (parts[at]?.keys ?? []) : []))),
    failure: failures[0]?.reason,
  };
}

async function pushTo(
  server: Server,
  uid: string,
  lines: readonly Line[],
  gone: readonly string[],
): Promise<{ done: Promise<Refusal[]> }> {
  const refused: Refusal[] = [];
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
  for (const batch of batches(lines)) {
    const task = await queue(server, uid, batch);
    track(isolateRefused(server, uid, batch, task, outcome));
  }
  if (gone.length > 0) track(server.remove(uid, [...gone]).then(server.wait));
  const done = Promise.all(waits).then(() => refused);
  done.catch(() => {});
  return { done };
}

const queue = (server: Server, uid: string, batch: readonly Line[]): Promise<number | RefusedError> =>
  server
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
  /** Single documents on which the engine failed internally instead of refusing them. */
  faults: number;
  refuse(row: Built, reason: string): void;
}

/** So many such failures without a success are the engine's fault, not the documents'. */
const ENGINE_IS_ILL = 8;

async function isolateRefused(
  server: Server,
  uid: string,
  batch: readonly Line[],
  task: number | RefusedError,
  outcome: Outcome,
): Promise<void> {
  try {
    if (typeof task !== "number") throw task;
    await server.wait(task);
    outcome.taken += batch.length;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      for (const half of [batch.slice(0, middle), batch.slice(middle)])
        await isolateRefused(server, uid, half, await queue(server, uid, half), outcome);
      return;
    }
    if (error.message.startsWith("internal")) outcome.faults += 1;
    if (outcome.taken === 0 && outcome.faults >= ENGINE_IS_ILL) throw new EngineError(error.message);
    for (const row of batch) {
      outcome.refuse(row, error.message);
      await server.wait(await server.remove(uid, [row.key]));
    }
  }
}
