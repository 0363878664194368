/** Repairs an engine that was lost, wiped or never set up. */
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import type { Engine } from "./meili.ts";
import { rebuild } from "./rebuild.ts";
import { SOURCES } from "./sources/index.ts";

/**
 * Creates missing indexes and updates outdated settings. Rebuilds an index with outdated attributes, and one that is empty or was
 * created by the engine with its defaults, if the database has rows that would not be pushed otherwise.
 */
export async function recover(sql: Sql, engine: Engine, log: Logger): Promise<void> {
  const lost: IndexName[] = [];
  for (const name of INDEXES) {
    const state = await engine.state(name);
    if (state === "reshaped" || (await lacks(sql, engine, name, state === "new"))) lost.push(name);
    else if (state === "outdated") {
      log.info({ index: engine.uid(name) }, "applying settings");
      await engine.configure(name);
    } else if (state === "new") await engine.configure(name);
  }
  if (lost.length === 0) return;
  log.warn({ indexes: lost }, "rebuilding indexes of an older form or without their documents");
  const built = await rebuild(sql, engine, {
    wanted: async () => {
      const still: IndexName[] = [];
      for (const name of lost) {
        const state = await engine.state(name);
        if (state === "reshaped" || (await lacks(sql, engine, name, state === "new"))) still.push(name);
      }
      return still;
    },
  });
  for (const [name, documents] of built) log.info({ index: engine.uid(name), documents }, "rebuilt");
}

/** True if an empty index should have more documents than the outbox will push and the quarantine withholds. */
async function lacks(sql: Sql, engine: Engine, name: IndexName, isNew: boolean): Promise<boolean> {
  if (!isNew && (await engine.count(engine.uid(name))) !== 0) return false;
  const [pending] = await sql<[{ n: number }]>`
    select (select count(*) from index_outbox where index_name = ${name})
      + (select count(*) from index_quarantine where index_name = ${name}) as n`;
  return (await SOURCES[name].count(sql)) > pending.n;
}
