/** Repairs an engine that was lost, wiped or never set up. */
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import type { Engine } from "./engine.ts";
import { misplaced } from "./layout.ts";
import { rebuild } from "./rebuild.ts";
import { SOURCES } from "./sources/index.ts";

/**
 * Creates missing indexes, updates outdated settings, and rebuilds an index of an older form, one that was built on other
 * servers, and one that is empty, or was made by the engine itself with its defaults, while the database has rows that
 * nothing else would push. Of several servers all have to answer.
 */
export async function recover(sql: Sql, engine: Engine, log: Logger): Promise<void> {
  const lost: IndexName[] = [];
  const elsewhere = await misplaced(sql, engine);
  for (const name of INDEXES) {
    const state = await engine.state(name);
    if (elsewhere.includes(name) || state === "reshaped" || (await lacks(sql, engine, name, state === "new")))
      lost.push(name);
    else if (state === "outdated") {
      log.info({ index: engine.uid(name) }, "applying settings");
      await engine.configure(name);
    } else if (state === "new") await engine.configure(name);
  }
  if (lost.length === 0) return;
  log.warn(
    { indexes: lost },
    "rebuilding indexes of an older form, of other servers or without their documents",
  );
  const built = await rebuild(sql, engine, {
    wanted: async () => {
      const still: IndexName[] = [];
      const elsewhere = await misplaced(sql, engine);
      for (const name of lost) {
        const state = await engine.state(name);
        const isLost = state === "reshaped" || (await lacks(sql, engine, name, state === "new"));
        if (isLost || elsewhere.includes(name)) still.push(name);
      }
      return still;
    },
  });
  for (const [name, documents] of built) log.info({ index: engine.uid(name), documents }, "rebuilt");
}

/** Whether an empty index should hold more than the outbox will push and the quarantine withholds. */
async function lacks(sql: Sql, engine: Engine, name: IndexName, made: boolean): Promise<boolean> {
  if (!made && (await engine.count(engine.uid(name))) !== 0) return false;
  const [coming] = await sql<[{ n: number }]>`
    select (select count(*) from index_outbox where index_name = ${name})
      + (select count(*) from index_quarantine where index_name = ${name}) as n`;
  return (await SOURCES[name].count(sql)) > coming.n;
}
