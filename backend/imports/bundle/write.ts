/** Writes a batch and the caller's own statements in one transaction. */
import postgres from "postgres";
import type { Sql, Tx } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import { addHtmlSources } from "./html-sources.ts";
import type { Entity } from "./records.ts";
import {
  countStatement,
  deleteRevisionsStatement,
  revisionStatement,
  sequenceStatement,
  writeStatement,
} from "./statements.ts";
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

/** Runs in the transaction, after the rows; an error rolls everything back. */
export type InTransaction = (tx: Tx) => Promise<void>;

/** Rows and revisions to write. */
export interface Merged {
  rows: Row[];
  /** Older versions, in the columns of the revision table; their rows must exist or be in `rows`, which are rows of `of`. */
  revisions:
    | { of: Entity; fields: Fields[] /** Numbers of those to delete. */; removed: number[] }
    | undefined;
}

/** Merges incoming rows with existing ones, in the transaction that writes them. */
export type Merge = (tx: Tx, rows: Row[]) => Promise<Merged>;

export interface WriteOptions {
  merge?: Merge | undefined;
  /** Resolves when the transaction may begin; preparation runs meanwhile. */
  turn?: Promise<unknown> | undefined;
  /** Position in RATINGS of the rating of creators and posts that are added. */
  rating?: number | undefined;
}

/**
 * Writes all rows, except those the database rejects.
 * @throws errors not caused by a row: a lost connection, a full disk, the rejection of `turn`
 */
export async function writeBatch(
  sql: Sql,
  entity: Entity,
  rows: Row[],
  inTransaction: InTransaction | undefined,
  report: (row: Row, problem: RowProblem) => void,
  { merge, turn, rating = 0 }: WriteOptions = {},
): Promise<Written> {
  const writing = merge === undefined ? incoming(entity, rows) : merged(entity, merge);
  await turn;
  let refused = new Map<Row, RowProblem>();
  const inOne = (write: (tx: Tx, rows: Row[]) => Promise<Written>) =>
    transaction(sql, async (tx) => {
      refused = new Map();
      const [, , , left] = await Promise.all([
        // Concurrent ingests must not both create the same revision.
        tx`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(),
        // A plan cached while a table was small would scan the whole table in later batches, so each batch plans once.
        // plan_cache_mode instead would plan each foreign key check per row.
        tx`discard plans`.execute(),
        tx`select set_config('roost.import_rating', ${String(rating)}, true)`.execute(),
        // Pipelined on the same connection, so it runs under the lock: no takedown can commit before the rows are written.
        withoutTakenDown(tx, entity, rows, (row) => refused.set(row, TAKEN_DOWN)),
      ]);
      const written = await write(tx, left);
      await addHtmlSources(
        tx,
        left.flatMap((row) => (row.source === undefined || refused.has(row) ? [] : row.source)),
      );
      await inTransaction?.(tx);
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

/** Prepared for all rows; prepared again if some of them were rejected. */
function incoming(entity: Entity, all: Row[]): Writing {
  const ready = groupsOf(entity, all);
  return (tx, rows) =>
    writeGroups(tx, entity, rows === all ? ready : groupsOf(entity, rows), writeStatement(entity));
}

/** With a merge, the merge creates revisions and the statement does not. */
const merged =
  (entity: Entity, merge: Merge): Writing =>
  async (tx, incomingRows) => {
    const { rows, revisions } = await merge(tx, incomingRows);
    const of = revisions?.of ?? entity;
    const written = await writeGroups(tx, of, groupsOf(of, rows), writeStatement(of, { merged: true }));
    if (revisions === undefined) return written;
    if (revisions.removed.length > 0)
      await tx.unsafe(deleteRevisionsStatement(revisions.of), [JSON.stringify(revisions.removed)], {
        prepare: true,
      });
    if (revisions.fields.length === 0) return written;
    const json = JSON.stringify(revisions.fields);
    await tx.unsafe(revisionStatement(revisions.of), [json], { prepare: true });
    return written;
  };

/** Finds rejected rows by bisection: one bad row among a thousand costs twenty statements. */
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

/** Rows with distinct keys, as parameters of a statement. */
interface Group {
  size: number;
  /** The rows as a JSON array. */
  json: string;
  /** Keys and counts of the rows that have one; undefined for entities without counts. */
  counts: Fields[] | undefined;
  /** Highest given id; 0 if none. */
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

/** @returns the number of rows whose count alone changed; `changed` has the keys of rows with other changes */
async function writeCounts(tx: Tx, entity: Entity, counts: Fields[], changed: string[]): Promise<number> {
  const statement = countStatement(entity);
  if (statement === undefined) return 0;
  const [row] = await tx.unsafe<{ changed: number }[]>(statement, [JSON.stringify(counts), changed], {
    prepare: true,
  });
  return row?.changed ?? 0;
}

/** Splits rows with equal keys into separate statements, since a statement cannot update a row twice. */
function* withDistinctKeys(entity: Entity, rows: Row[]): Generator<Row[]> {
  const { key } = TABLES[entity];
  let seen = new Set<string>();
  let group: Row[] = [];
  for (const row of rows) {
    const rowKey = JSON.stringify(key.map((column) => row.fields[column]));
    if (seen.has(rowKey)) {
      yield group;
      seen = new Set();
      group = [];
    }
    seen.add(rowKey);
    group.push(row);
  }
  if (group.length > 0) yield group;
}

/** Runs before the rows are written, so that no generated id collides with theirs. */
async function moveSequence(tx: Tx, entity: Entity, highest: number): Promise<void> {
  const statement = sequenceStatement(entity);
  if (statement !== undefined && highest > 0) await tx.unsafe(statement, [highest], { prepare: true });
}

/** Stores the progress of an ingest. */
export async function saveProgress(tx: Tx, entity: Entity, { key, offset, line }: Progress): Promise<void> {
  await tx`
    insert into ingest_progress (bundle, entity, byte_offset, line) values (${key}, ${entity}, ${offset}, ${line})
    on conflict (bundle, entity) do update set byte_offset = excluded.byte_offset, line = excluded.line`;
}

/** Reason why the database rejected a row; undefined if the row is not the cause. */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined;
  if (!/^(22|23|54)/.test(error.code)) return undefined; // data, integrity, limits
  return [error.message, error.detail].filter(Boolean).join(": ");
}
