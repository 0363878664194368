import * as contract from "#shared/contracts/importer.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { SERVICES } from "#shared/services/index.ts";
import type { Sql } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import * as queries from "../../imports/connectors/administration.ts";
import { cancelImport, importerState } from "../../imports/connectors/queue.ts";

const NONE = {
  queued: 0,
  running: 0,
  done: 0,
  failed: 0,
  invalid_key: 0,
  canceled: 0,
  added: 0,
  oldest_seconds: null,
};

export const importAdministrationRoutes: Mounted[] = [
  mount(contract.listImports, async ({ sql, config, query: { o, ...filter } }) => {
    const count = await queries.countImports(sql, filter);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    return {
      count,
      imports: await queries.pageOfImports(sql, filter, { offset: o, limit: PAGE_SIZE }),
      services: await servicesOf(sql, config.IMPORTERS),
      failures: await queries.failures(sql),
    };
  }),
  mount(contract.pauseImports, async ({ sql, params: { service }, body: { paused } }) => {
    await queries.setPaused(sql, service, paused);
    return true as const;
  }),
  mount(contract.cancelManagedImport, async ({ sql, params: { id } }) => {
    const ended = await cancelImport(sql, id, undefined);
    if (ended === "missing") throw notFound(contract.IMPORT_NOT_FOUND);
    if (ended === "ended") throw conflict(contract.IMPORT_ENDED);
    return true as const;
  }),
  mount(contract.retryImport, async ({ pool, signal, params: { id } }) => {
    const retried = await transaction(pool, (tx) => queries.retryImport(tx, id), { signal });
    if (retried === "missing") throw notFound(contract.IMPORT_NOT_FOUND);
    if (retried === "key gone") throw conflict(contract.KEY_GONE);
    if (retried === "under way") throw conflict(contract.STILL_IMPORTING);
    return true as const;
  }),
];

/** Services that are on, and those that have imports. */
async function servicesOf(sql: Sql, enabled: readonly string[]) {
  const { connectors, paused } = await importerState(sql);
  const counts = new Map((await queries.countsByService(sql)).map(({ service, ...rest }) => [service, rest]));
  return SERVICES.filter((service) => enabled.includes(service) || counts.has(service)).map((service) => ({
    service,
    enabled: enabled.includes(service),
    connector: connectors[service] ?? null,
    paused: paused.includes(service),
    ...(counts.get(service) ?? NONE),
  }));
}
