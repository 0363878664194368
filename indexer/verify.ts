/** Compares database and index both ways and repairs the index. Memory stays flat: the engine's side is in a temporary table. */
import type { ReservedSql } from "postgres";
import type { Sql } from "#backend/db/client.ts";
import { endSession } from "#backend/db/session.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import { type Built, keyOf, type RowKey } from "./documents.ts";
import type { Engine } from "./engine.ts";
import type { EngineDocument, Server } from "./meili.ts";
import { hasten, requeue } from "./outbox.ts";
import { SOURCES } from "./sources/index.ts";

const PAGE = 500;

export interface Differences {
  /** Rows of the database that should be in the index and are not. */
  missing: number;
  /** Documents without a row. */
  ghost: number;
  /** Documents of an older state. */
  stale: number;
}

export interface VerifyOptions {
  /** Waits for what is due in the outbox to arrive: what is queued is not a difference. */
  drain(): Promise<void>;
  progress?: (name: IndexName) => void;
}

type Kind = keyof Differences;
/** `server`: where a document is that should not be there; otherwise where it should be. */
type Suspect = RowKey & { kind: Kind; key: string; server: Server };

/** Compares every index, queues what differs, and waits until that has reached the engine. */
export async function verify(
  sql: Sql,
  engine: Engine,
  { drain, progress = () => {} }: VerifyOptions,
): Promise<Record<IndexName, Differences>> {
  const arrive = async () => {
    await hasten(sql);
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
      // Rows may have changed while they were compared: only what still differs once the outbox is empty counts.
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

/** Suspected differences, some hundred at a time. */
async function* compare(sql: Sql, engine: Engine, name: IndexName): AsyncGenerator<Suspect[]> {
  const session = await sql.reserve();
  try {
    await session`
      create temp table engine_documents (key text collate "C", server int, digest text, primary key (key, server)) on commit preserve rows`;
    for (const [at, server] of engine.servers.entries()) await copyDocuments(session, server, at, name);
    let after: RowKey | undefined = { service: "", id: "" };
    while (after) {
      const rows: Built[] = await SOURCES[name].page(sql, after, PAGE);
      after = rows.length < PAGE ? undefined : rows.at(-1);
      const suspects = await unlike(session, engine, rows);
      if (suspects.length > 0) yield suspects;
    }
    for (;;) {
      const left = await session<{ key: string; server: number }[]>`
        delete from engine_documents where (key, server) in (select key, server from engine_documents limit ${PAGE})
        returning key, server`;
      if (left.length === 0) return;
      yield await ghosts(engine, name, left);
    }
  } finally {
    await session`drop table if exists engine_documents`.catch(() => {});
    await endSession(session);
  }
}

async function copyDocuments(
  session: ReservedSql,
  server: Server,
  at: number,
  name: IndexName,
): Promise<void> {
  if ((await server.count(server.uid(name))) === undefined) return;
  for await (const page of server.documents(server.uid(name), ["key", "digest"])) {
    const keys = page.map((document) => document.key);
    const digests = page.map((document) => document.digest ?? "");
    await session`
      insert into engine_documents select key, ${at}, digest from unnest(${keys}::text[], ${digests}::text[]) as d (key, digest)
      on conflict (key, server) do update set digest = excluded.digest`;
  }
}

/** Removes rows from the engine's side and returns those that are missing there or differ. Rows on a wrong server stay. */
async function unlike(session: ReservedSql, engine: Engine, rows: readonly Built[]): Promise<Suspect[]> {
  const keys = rows.map((row) => row.key);
  const owners = rows.map((row) => engine.servers.indexOf(serverOf(engine, row)));
  const removed = await session<{ key: string; digest: string }[]>`
    delete from engine_documents d using unnest(${keys}::text[], ${owners}::int[]) as w (key, server)
    where d.key = w.key and d.server = w.server returning d.key, d.digest`;
  const digests = new Map(removed.map((row) => [row.key, row.digest]));
  return rows.flatMap((row): Suspect[] => {
    const { service, id, key } = row;
    const server = serverOf(engine, row);
    const digest = digests.get(key);
    if (digest === row.digest) return [];
    if (row.digest === undefined)
      return digest === undefined ? [] : [{ service, id, key, server, kind: "ghost" }];
    return [{ service, id, key, server, kind: digest === undefined ? "missing" : "stale" }];
  });
}

/** A row that is refused should be on none; its ghosts are found where they are. */
const serverOf = (engine: Engine, row: Built): Server => engine.serverOf(row.owner ?? "");

async function ghosts(
  engine: Engine,
  name: IndexName,
  rows: readonly { key: string; server: number }[],
): Promise<Suspect[]> {
  const found = await Promise.all(
    engine.servers.map(async (server, at) => {
      const keys = rows.filter((row) => row.server === at).map((row) => row.key);
      const documents = keys.length === 0 ? [] : await server.find(server.uid(name), keys);
      return documents.map((document) => ({
        ...rowOf(name, document),
        key: document.key,
        server,
        kind: "ghost" as const,
      }));
    }),
  );
  return found.flat();
}

/** Key of the row that a document is of. */
function rowOf(name: IndexName, document: EngineDocument): RowKey {
  if (name === "tags") return { service: "", id: String(document.tag) };
  if (name === "dms") return { service: "", id: String(document.hash) };
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
  const documentsOf = new Map<Server, Map<string, EngineDocument>>();
  for (const server of engine.servers) {
    const keys = suspects.filter((suspect) => suspect.server === server).map((suspect) => suspect.key);
    const exists = keys.length > 0 && (await server.count(server.uid(name))) !== undefined;
    const documents = exists ? await server.find(server.uid(name), keys) : [];
    documentsOf.set(server, new Map(documents.map((document) => [document.key, document])));
  }
  return suspects.flatMap((suspect): Suspect[] => {
    const row = rows.get(suspect.key);
    const isHere = row !== undefined && serverOf(engine, row) === suspect.server;
    const expected = refused.has(suspect.key) || !isHere ? undefined : row.digest;
    const document = documentsOf.get(suspect.server)?.get(suspect.key);
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
  // No row has the key of such a document, or its row is on another server, so the outbox cannot reach it.
  const rows = new Map((await SOURCES[name].load(sql, differences)).map((row) => [row.key, row]));
  for (const server of engine.servers) {
    const stray = differences
      .filter((one) => one.server === server && one.kind === "ghost")
      .filter(
        ({ service, id, key }) => keyOf(service, id) !== key || isElsewhere(engine, server, rows.get(key)),
      )
      .map(({ key }) => key);
    if (stray.length > 0) await server.wait(await server.remove(server.uid(name), stray));
  }
}

const isElsewhere = (engine: Engine, server: Server, row: Built | undefined) =>
  row !== undefined && serverOf(engine, row) !== server;

/**
 * Waits until everything that is due now has reached the engine; later writes, and counts that wait for their minute,
 * are not awaited.
 * @throws Error when the outbox does not move for `patience` seconds
 */
export async function untilDrained(sql: Sql, patience = 120): Promise<void> {
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
    if (Date.now() - moved > patience * 1000)
      throw new Error(`${n} rows are queued in the outbox and no indexer pushes them.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
