/** Rebuilds indexes next to the old ones and swaps them atomically. */
import type { Sql } from "#backend/db/client.ts";
import { REBUILD_LOCK } from "#backend/db/locks.ts";
import { endSession } from "#backend/db/session.ts";
import type { IndexName } from "#shared/search/documents.ts";
import { recordBuild } from "./builds.ts";
import type { RowKey } from "./documents.ts";
import type { Engine } from "./meili.ts";
import { quarantine } from "./outbox.ts";
import { type Pushed, push } from "./push.ts";
import { SOURCES } from "./sources/index.ts";

const PAGE_SIZE = 500;
const PAGES_PER_PUSH = 8;
const MAX_IN_FLIGHT = 3;

export interface RebuildOptions {
  /** Returns the indexes that still need a rebuild; called under the lock. */
  wanted(): Promise<readonly IndexName[]>;
  progress?: (name: IndexName, documents: number) => void;
}

/**
 * Rebuilds indexes. Meanwhile no process claims from the outbox, so every concurrent change is still queued when
 * the new indexes are in place and is applied to them. An interrupted rebuild leaves only `<index>_new`, which the
 * next rebuild replaces.
 * @returns the number of documents per index
 */
export async function rebuild(
  sql: Sql,
  engine: Engine,
  { wanted, progress = () => {} }: RebuildOptions,
): Promise<Map<IndexName, number>> {
  const session = await sql.reserve();
  try {
    await session`set statement_timeout = 0`;
    await session`select pg_advisory_lock(${REBUILD_LOCK})`;
    const names = await wanted();
    const built = new Map<IndexName, number>();
    for (const name of names) built.set(name, await build(sql, engine, name, progress));
    if (names.length === 0) return built;
    await assertLockHeld(session);
    for (const name of names)
      if ((await engine.count(engine.uid(name))) === undefined) await engine.configure(name);
    await engine.swap(names.map((name) => [engine.uid(name), newUid(engine, name)]));
    for (const name of names) await recordBuild(sql, engine, name);
    await assertLockHeld(session);
    for (const name of names) await engine.drop(newUid(engine, name));
    return built;
  } finally {
    await session`select pg_advisory_unlock(${REBUILD_LOCK})`.catch(() => {});
    await endSession(session);
  }
}

const newUid = (engine: Engine, name: IndexName) => `${engine.uid(name)}_new`;

async function assertLockHeld(session: Sql): Promise<void> {
  const held = await session`
    select 1 from pg_locks where locktype = 'advisory' and objid = ${REBUILD_LOCK} and pid = pg_backend_pid() and granted`;
  if (held.length === 0)
    throw new Error(
      "The database connection was lost during the rebuild; the old index is unchanged or needs a verify. Run it again.",
    );
}

async function build(
  sql: Sql,
  engine: Engine,
  name: IndexName,
  progress: NonNullable<RebuildOptions["progress"]>,
): Promise<number> {
  const uid = newUid(engine, name);
  await engine.drop(uid);
  await engine.configure(name, uid);
  await sql`delete from index_quarantine where index_name = ${name}`;
  let after: RowKey | undefined = { service: "", id: "" };
  let documents = 0;
  const inFlight: Pushed[] = [];
  const finishOldest = async () => {
    const refused = (await inFlight.shift()?.done) ?? [];
    documents -= refused.length;
    await quarantine(
      sql,
      refused.map((row) => ({ ...row, index_name: name })),
    );
  };
  while (after) {
    const rows = [];
    for (let i = 0; i < PAGES_PER_PUSH && after; i += 1) {
      const page = await SOURCES[name].page(sql, after, PAGE_SIZE);
      rows.push(...page);
      after = page.length < PAGE_SIZE ? undefined : page.at(-1);
    }
    if (rows.length === 0) break;
    inFlight.push(await push(engine, uid, rows, []));
    documents += rows.length;
    if (inFlight.length >= MAX_IN_FLIGHT) await finishOldest();
    progress(name, documents);
  }
  while (inFlight.length > 0) await finishOldest();
  return documents;
}
