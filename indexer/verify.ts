/** Compares database and index both ways and repairs the index. Memory stays flat: the engine's side is in a temporary table. */
import type { ReservedSql } from "postgres";
import type { Sql } from "#backend/db/client.ts";
import { endSession } from "#backend/db/session.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import { type Built, keyOf, type RowKey } from "./documents.ts";
import type { Engine, EngineDocument } from "./meili.ts";
import { makeAllDue, requeue } from "./outbox.ts";
import { SOURCES } from "./sources/index.ts";

const PAGE_SIZE = 500;

export interface Differences {
  /** Rows missing in the index. */
  missing: number;
  /** Documents without a row. */
  ghost: number;
  /** Outdated documents. */
  stale: number;
}

export interface VerifyOptions {
  /** Waits until due outbox rows are indexed: queued rows are not differences. */
  drain(): Promise<void>;
  progress?: (name: IndexName) => void;
}

type Kind = keyof Differences;
type Suspect = RowKey & { kind: Kind; key: string };

/** Compares all indexes, queues differences, and waits until they are indexed. */
export async function verify(
  sql: Sql,
  engine: Engine,
  { drain, progress = () => {} }: VerifyOptions,
): Promise<Record<IndexName, Differences>> {
  const arrive = async () => {
    await makeAllDue(sql);
    await drain();
  };
  await retryQuarantined(sql);
  await arrive();
  const found = {} as Record<IndexName, Differences>;
  let any = false;
  for (const name of INDEXES) {
    progress(name);
    const count: Differences = { missing: 0, ghost: 0, stale: 0 };
    for await (const suspects of compare(sql, engine, name)) {
      // Rows may have changed during the comparison: only differences that remain once the outbox is empty count.
      await arrive();
      const real = await confirm(sql, engine, name, suspects);
      for (const { kind } of real) count[kind] += 1;
      await repair(sql, engine, name, real);
      any ||= real.length > 0;
    }
    found[name] = count;
  }
  if (any) await arrive();
  return found;
}

async function retryQuarantined(sql: Sql): Promise<void> {
  for (const name of INDEXES) {
    const rows = await sql<RowKey[]>`select service, id from index_quarantine where index_name = ${name}`;
    if (rows.length > 0) await requeue(sql, name, rows);
  }
}

/** Yields suspected differences page by page. */
async function* compare(sql: Sql, engine: Engine, name: IndexName): AsyncGenerator<Suspect[]> {
  const session = await sql.reserve();
  try {
    await session`
      create temp table engine_documents (key text collate "C" primary key, digest text) on commit preserve rows`;
    await copyDocuments(session, engine, name);
    let after: RowKey | undefined = { service: "", id: "" };
    while (after) {
      const rows: Built[] = await SOURCES[name].page(sql, after, PAGE_SIZE);
      after = rows.length < PAGE_SIZE ? undefined : rows.at(-1);
      const suspects = await compareRows(session, rows);
      if (suspects.length > 0) yield suspects;
    }
    for (;;) {
      const left = await session<{ key: string }[]>`
        delete from engine_documents where key in (select key from engine_documents limit ${PAGE_SIZE}) returning key`;
      if (left.length === 0) return;
      const documents = await engine.find(
        engine.uid(name),
        left.map(({ key }) => key),
      );
      yield documents.map((document) => ({ ...rowOf(name, document), key: document.key, kind: "ghost" }));
    }
  } finally {
    await session`drop table if exists engine_documents`.catch(() => {});
    await endSession(session);
  }
}

async function copyDocuments(session: ReservedSql, engine: Engine, name: IndexName): Promise<void> {
  if ((await engine.count(engine.uid(name))) === undefined) return;
  for await (const page of engine.documents(engine.uid(name), ["key", "digest"])) {
    const keys = page.map((document) => document.key);
    const digests = page.map((document) => document.digest ?? "");
    await session`
      insert into engine_documents select key, digest from unnest(${keys}::text[], ${digests}::text[]) as d (key, digest)
      on conflict (key) do update set digest = excluded.digest`;
  }
}

/** Removes matching rows from the engine's table and returns those that are missing there or differ. */
async function compareRows(session: ReservedSql, rows: readonly Built[]): Promise<Suspect[]> {
  const keys = rows.map((row) => row.key);
  const removed = await session<{ key: string; digest: string }[]>`
    delete from engine_documents where key = any(${keys}::text[]) returning key, digest`;
  const digests = new Map(removed.map((row) => [row.key, row.digest]));
  return rows.flatMap((row): Suspect[] => {
    const { service, id, key } = row;
    const digest = digests.get(key);
    if (digest === row.digest) return [];
    if (row.digest === undefined) return [{ service, id, key, kind: "ghost" }];
    return [{ service, id, key, kind: digest === undefined ? "missing" : "stale" }];
  });
}

/** Key of a document's row. */
function rowOf(name: IndexName, document: EngineDocument): RowKey {
  if (name === "tags") return { service: "", id: String(document.tag) };
  if (name === "dms") return { service: "", id: String(document.hash) };
  if (name === "messages") return { service: String(document.kind), id: String(document.id) };
  return { service: String(document.service), id: String(document.id) };
}

async function confirm(
  sql: Sql,
  engine: Engine,
  name: IndexName,
  suspects: readonly Suspect[],
): Promise<Suspect[]> {
  const rows = new Map((await SOURCES[name].load(sql, suspects)).map((row) => [row.key, row]));
  const refused = await quarantined(sql, name, suspects);
  const exists = (await engine.count(engine.uid(name))) !== undefined;
  const keys = suspects.map((suspect) => suspect.key);
  const documents = exists ? await engine.find(engine.uid(name), keys) : [];
  const documentOf = new Map(documents.map((document) => [document.key, document]));
  return suspects.flatMap((suspect): Suspect[] => {
    const expected = refused.has(suspect.key) ? undefined : rows.get(suspect.key)?.digest;
    const document = documentOf.get(suspect.key);
    if (expected === undefined) return document === undefined ? [] : [{ ...suspect, kind: "ghost" }];
    if (document === undefined) return [{ ...suspect, kind: "missing" }];
    return document.digest === expected ? [] : [{ ...suspect, kind: "stale" }];
  });
}

async function quarantined(sql: Sql, name: IndexName, keys: readonly RowKey[]): Promise<Set<string>> {
  const rows = await sql<RowKey[]>`
    select q.service, q.id
    from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.id)}::text[]) as k (service, id)
    join index_quarantine q on q.index_name = ${name} and q.service = k.service collate "C" and q.id = k.id collate "C"`;
  return new Set(rows.map((row) => keyOf(row.service, row.id)));
}

async function repair(
  sql: Sql,
  engine: Engine,
  name: IndexName,
  differences: readonly Suspect[],
): Promise<void> {
  if (differences.length > 0) await requeue(sql, name, differences);
  // No row has the key of such a document, so the outbox cannot remove it.
  const stray = differences
    .filter(({ kind, service, id, key }) => kind === "ghost" && keyOf(service, id) !== key)
    .map(({ key }) => key);
  if (stray.length > 0) await engine.wait(await engine.remove(engine.uid(name), stray));
}

/**
 * Waits until everything due now is indexed; later writes and delayed counts
 * are ignored.
 * @throws Error if the outbox makes no progress for `stallSeconds`
 */
export async function untilDrained(sql: Sql, stallSeconds = 120): Promise<void> {
  const [{ mark }] = await sql<[{ mark: string }]>`select clock_timestamp()::text as mark`;
  let lowest = Number.POSITIVE_INFINITY;
  let moved = Date.now();
  for (;;) {
    const [{ n }] = await sql<[{ n: number }]>`
      select count(*) as n from index_outbox where queued_at <= ${mark}::timestamptz`;
    if (n === 0) return;
    if (n < lowest) {
      lowest = n;
      moved = Date.now();
    }
    if (Date.now() - moved > stallSeconds * 1000)
      throw new Error(`${n} rows are queued in the outbox and no indexer pushes them.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
