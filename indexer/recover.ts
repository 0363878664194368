/** Repairs an engine that was lost, wiped, replaced, restored from an older copy or never set up. */
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import { isCompleted, recordBuild } from "./builds.ts";
import type { Engine } from "./meili.ts";
import { rebuild } from "./rebuild.ts";
import { SOURCES } from "./sources/index.ts";

/**
 * Creates missing indexes and updates outdated settings. Rebuilds an index with outdated attributes, one that is not the
 * completed one of `index_builds`, and one that is empty or was created by the engine with its defaults, if the database
 * has rows that would not be pushed otherwise.
 */
export async function recover(sql: Sql, engine: Engine, log: Logger): Promise<void> {
  const lost: IndexName[] = [];
  for (const name of INDEXES) {
    if (await isLost(sql, engine, name)) {
      lost.push(name);
      continue;
    }
    const state = await engine.state(name);
    if (state === "outdated") log.info({ index: engine.uid(name) }, "applying settings");
    if (state !== "ready") await engine.configure(name);
    if (!(await isCompleted(sql, engine, name))) await recordBuild(sql, engine, name);
  }
  if (lost.length === 0) return;
  log.warn(
    { indexes: lost },
    "rebuilding indexes that are lost, of an older form or without their documents",
  );
  const wanted = async () => {
    const still: IndexName[] = [];
    for (const name of lost) if (await isLost(sql, engine, name)) still.push(name);
    return still;
  };
  const built = await rebuild(sql, engine, { wanted });
  for (const [name, documents] of built) log.info({ index: engine.uid(name), documents }, "rebuilt");
}

async function isLost(sql: Sql, engine: Engine, name: IndexName): Promise<boolean> {
  const state = await engine.state(name);
  if (state === "reshaped") return true;
  const isEmpty = state === "new" || (await engine.count(engine.uid(name))) === 0;
  return isEmpty ? lacks(sql, name) : !(await isCompleted(sql, engine, name));
}

/** True if an empty index should have more documents than the outbox will push and the quarantine withholds. */
async function lacks(sql: Sql, name: IndexName): Promise<boolean> {
  const [pending] = await sql<[{ n: number }]>`
    select (select count(*) from index_outbox where index_name = ${name})
      + (select count(*) from index_quarantine where index_name = ${name}) as n`;
  return (await SOURCES[name].count(sql)) > pending.n;
}
