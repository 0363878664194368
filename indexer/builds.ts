/** Table of the indexes that were completed, by which a lost or older one is recognized. */
import type { Sql } from "#backend/db/client.ts";
import { DOCUMENT_VERSION, type IndexName } from "#shared/search/documents.ts";
import type { Engine, IndexTimes } from "./meili.ts";

interface Build {
  document_version: number;
  created_at: string;
  updated_at: Date;
}

/** True if the engine's index is the completed one, as new as at the last check or newer, with documents of this version. */
export async function isCompleted(sql: Sql, engine: Engine, name: IndexName): Promise<boolean> {
  // Read before the engine's times: another indexer may record newer ones meanwhile.
  const [build] = await sql<Build[]>`
    select document_version, created_at, updated_at from index_builds where index_name = ${name}`;
  const times = await engine.times(engine.uid(name));
  if (build === undefined || times === undefined) return false;
  const isSame =
    build.document_version === DOCUMENT_VERSION &&
    build.created_at === times.createdAt &&
    Math.floor(build.updated_at.getTime()) <= Date.parse(times.updatedAt);
  if (isSame) await recordCheck(sql, name, times);
  return isSame;
}

async function recordCheck(sql: Sql, name: IndexName, { createdAt, updatedAt }: IndexTimes): Promise<void> {
  await sql`
    update index_builds set updated_at = ${updatedAt}
    where index_name = ${name} and created_at = ${createdAt} and updated_at < ${updatedAt}`;
}

/** Records the engine's index as completed. */
export async function recordBuild(sql: Sql, engine: Engine, name: IndexName): Promise<void> {
  const times = await engine.times(engine.uid(name));
  if (times === undefined) return;
  await sql`
    insert into index_builds (index_name, document_version, created_at, updated_at)
    values (${name}, ${DOCUMENT_VERSION}, ${times.createdAt}, ${times.updatedAt})
    on conflict (index_name) do update set document_version = excluded.document_version,
      created_at = excluded.created_at, updated_at = excluded.updated_at`;
}
