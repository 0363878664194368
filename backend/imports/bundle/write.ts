/** Writes one batch in one transaction, together with what its caller records of it. */
import postgres from "postgres";
import type { Sql, Tx } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import type { Entity } from "./records.ts";
import { countStatement, revisionStatement, sequenceStatement, writeStatement } from "./statements.ts";
import { TABLES } from "./tables.ts";
import { TAKEN_DOWN, withoutTakenDown } from "./takedown-filter.ts";
import type { Fields, Row, RowProblem } from "./validate.ts";

export interface Written {
  added: number;
  changed: number;
}

export interface Progress {
  key: string;
  offset: number;
  line: number;
}

/** In the transaction of the rows, after them: what it throws rolls everything back. */
export type Alongside = (tx: Tx) => Promise<void>;

/** What is to be written of the incoming rows of an entity. */
export interface Merged {
  rows: Row[];
  /** Former versions, in the columns of the table of revisions; the rows must be there already or be in `rows`. */
  revisions: { of: Entity; fields: Fields[] } | undefined;
}

/** Makes of incoming rows what is to be written, in the transaction that writes them. */
export type Merge = (tx: Tx, rows: Row[]) => Promise<Merged>;

/**
 * All rows or, where the database refuses some, all but those.
 * @param turn the transaction begins when it resolves; what can be done before it is done while it is awaited
 * @throws what is not the fault of a row: a lost connection, a full disk; what `turn` rejects with
 */
export async function writeBatch(
  sql: Sql,
  entity: Entity,
  rows: Row[],
  alongside: Alongside | undefined,
  report: (row: Row, problem: RowProblem) => void,
  { merge, turn }: { merge?: Merge | undefined; turn?: Promise<unknown> | undefined } = {},
): Promise<Written> {
  const writing = merge === undefined ? incoming(entity, rows) : merged(entity, merge);
  await turn;
  let refused = new Map<Row, RowProblem>();
  const inOne = (write: (tx: Tx, rows: Row[]) => Promise<Written>) =>
    transaction(sql, async (tx) => {
      refused = new Map();
      const [, , left] = await Promise.all([
        // Concurrent ingests must not both create the same revision.
        tx`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(),
        // A plan made while a table was small would read all of it in every later batch, so each batch plans once.
        // plan_cache_mode would plan the check of a foreign key for each row.
        tx`discard plans`.execute(),
        // Sent behind these on the same connection, so under the lock: no takedown can commit between it and the writing.
        withoutTakenDown(tx, entity, rows, (row) => refused.set(row, TAKEN_DOWN)),
      ]);
      const written = await write(tx, left);
      await alongside?.(tx);
      return written;
    });
  const written = await inOne(writing).catch((error: unknown) => {
    if (refusal(error) === undefined) throw error;
    return inOne((tx, left) => writeAround(tx, writing, left, (row, problem) => refused.set(row, problem)));
  });
  for (const [row, problem] of refused) report(row, problem);
  return written;
}

type Writing = (tx: Tx, rows: Row[]) => Promise<Written>;

/** Made ready here for all rows; where fewer are left to write, again for those. */
function incoming(entity: Entity, all: Row[]): Writing {
  const ready = groupsOf(entity, all);
  return (tx, rows) =>
    writeGroups(tx, entity, rows === all ? ready : groupsOf(entity, rows), writeStatement(entity));
}

/** The merge says what becomes a revision, not the statement. */
const merged =
  (entity: Entity, merge: Merge): Writing =>
  async (tx, incomingRows) => {
    const { rows, revisions } = await merge(tx, incomingRows);
    const statement = writeStatement(entity, { revise: false });
    const written = await writeGroups(tx, entity, groupsOf(entity, rows), statement);
    if (revisions === undefined || revisions.fields.length === 0) return written;
    const json = JSON.stringify(revisions.fields);
    await tx.unsafe(revisionStatement(revisions.of), [json], { prepare: true });
    return written;
  };

/** Finds the refused rows by halves, so that one bad row among a thousand costs twenty statements. */
async function writeAround(
  tx: Tx,
  write: Writing,
  rows: Row[],
  report: (row: Row, problem: RowProblem) => void,
): Promise<Written> {
  try {
    return await tx.savepoint((inner) => write(inner, rows));
  } catch (error) {
    const reason = refusal(error);
    const [first] = rows;
    if (reason === undefined || first === undefined) throw error;
    if (rows.length === 1) {
      report(first, { kind: "refused by the database", reason });
      return { added: 0, changed: 0 };
    }
    const middle = Math.ceil(rows.length / 2);
    const left = await writeAround(tx, write, rows.slice(0, middle), report);
    const right = await writeAround(tx, write, rows.slice(middle), report);
    return { added: left.added + right.added, changed: left.changed + right.changed };
  }
}

/** Rows of distinct keys as a statement takes them. */
interface Group {
  size: number;
  /** The rows, a JSON array. */
  json: string;
  /** Keys and counts of the rows that have one; undefined for an entity without. */
  counts: Fields[] | undefined;
  /** Highest given id, 0 where there is none. */
  highest: number;
}

function groupsOf(entity: Entity, rows: Row[]): Group[] {
  const { identity } = TABLES[entity];
  return Array.from(withDistinctKeys(entity, rows), (group) => ({
    size: group.length,
    json: `[${group.map((row) => JSON.stringify(row.fields)).join(",")}]`,
    counts: countsOf(entity, group),
    highest:
      identity === undefined
        ? 0
        : group.reduce((max, { fields }) => Math.max(max, Number(fields[identity] ?? 0)), 0),
  }));
}

async function writeGroups(
  tx: Tx,
  entity: Entity,
  groups: readonly Group[],
  statement: string,
): Promise<Written> {
  const total = { added: 0, changed: 0 };
  await moveSequence(tx, entity, Math.max(0, ...groups.map(({ highest }) => highest)));
  for (const { size, json, counts } of groups) {
    const [written] = await tx.unsafe<(Written & { keys?: string[] })[]>(
      statement,
      counts === undefined ? [json] : [json, JSON.stringify(counts)],
      { prepare: true },
    );
    total.added += written?.added ?? 0;
    total.changed += written?.changed ?? 0;
    if (counts !== undefined && counts.length > 0 && written?.added !== size)
      total.changed += await writeCounts(tx, entity, counts, written?.keys ?? []);
  }
  return total;
}

function countsOf(entity: Entity, rows: Row[]): Fields[] | undefined {
  const { count, key } = TABLES[entity];
  if (count === undefined) return undefined;
  return rows.flatMap(({ fields }) => {
    const favorites = Number(fields[count.column] ?? 0);
    if (favorites === 0) return [];
    return { ...Object.fromEntries(key.map((column) => [column, fields[column]])), favorites };
  });
}

/** @returns how many rows have another count and nothing else new; `changed` has the keys of rows that had */
async function writeCounts(tx: Tx, entity: Entity, counts: Fields[], changed: string[]): Promise<number> {
  const statement = countStatement(entity);
  if (statement === undefined) return 0;
  const [row] = await tx.unsafe<{ changed: number }[]>(statement, [JSON.stringify(counts), changed], {
    prepare: true,
  });
  return row?.changed ?? 0;
}

/** One statement cannot touch a row twice: a key that comes again waits for the next statement. */
function* withDistinctKeys(entity: Entity, rows: Row[]): Generator<Row[]> {
  const { key } = TABLES[entity];
  let seen = new Set<string>();
  let group: Row[] = [];
  for (const row of rows) {
    const own = JSON.stringify(key.map((column) => row.fields[column]));
    if (seen.has(own)) {
      yield group;
      seen = new Set();
      group = [];
    }
    seen.add(own);
    group.push(row);
  }
  if (group.length > 0) yield group;
}

/** Before the rows, so that an id the database gives out is none of theirs. */
async function moveSequence(tx: Tx, entity: Entity, highest: number): Promise<void> {
  const statement = sequenceStatement(entity);
  if (statement !== undefined && highest > 0) await tx.unsafe(statement, [highest], { prepare: true });
}

/** How far an ingest has come. */
export async function saveProgress(tx: Tx, entity: Entity, { key, offset, line }: Progress): Promise<void> {
  await tx`
    insert into ingest_progress (bundle, entity, byte_offset, line) values (${key}, ${entity}, ${offset}, ${line})
    on conflict (bundle, entity) do update set byte_offset = excluded.byte_offset, line = excluded.line`;
}

/** Why the database would not take a row, or undefined when the row is not to blame. */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined;
  if (!/^(22|23|54)/.test(error.code)) return undefined; // data, integrity, limits
  return [error.message, error.detail].filter(Boolean).join(": ");
}
