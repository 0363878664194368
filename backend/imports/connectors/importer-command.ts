/** `roost importer`: manages the import queue from the command line. */
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { IMPORT_ENDED, IMPORT_NOT_FOUND, KEY_GONE, STILL_IMPORTING } from "#shared/contracts/importer.ts";
import { isService } from "#shared/services/index.ts";
import { countsByService, failures, retryImport, setPaused } from "./administration.ts";
import { cancelImport, importerState } from "./queue.ts";

export const showStatus = () => printResult(status);
export const pauseService = (service: string) => printResult((sql) => pause(sql, service, true));
export const resumeService = (service: string) => printResult((sql) => pause(sql, service, false));
export const cancelOne = (id: string) => printResult((sql) => cancel(sql, id));
export const retryOne = (id: string) => printResult((sql) => retry(sql, id));

async function printResult(work: (sql: Sql) => Promise<string>): Promise<void> {
  const options = { name: "roost-importer-command" };
  await withDatabase(readConfig(), options, async (sql) => console.log(await work(sql)));
}

async function status(sql: Sql): Promise<string> {
  const { connectors, paused, running, backlogged } = await importerState(sql);
  const counts = await countsByService(sql);
  const lines = counts.map((row) => {
    const ended = `24 h: ${row.done} done, ${row.failed} failed, ${row.invalid_key} invalid keys, ${row.added} new posts`;
    const state = paused.includes(row.service) ? "paused" : (connectors[row.service] ?? "no connector");
    return `${row.service.padEnd(14)} ${row.queued} queued, ${row.running} running; ${ended}; ${state}`;
  });
  const why = (await failures(sql)).map(
    (row) => `${row.service.padEnd(14)} ${row.count} failed in 7 days: ${row.reason}`,
  );
  const head = `Importer ${running ? "running" : "not running"}${backlogged ? ", backlogged" : ""}`;
  return [head, ...lines, ...why].join("\n");
}

async function pause(sql: Sql, service: string, paused: boolean): Promise<string> {
  if (!isService(service)) throw new ExpectedError(`"${service}" is not a service.`);
  await setPaused(sql, service, paused);
  return paused
    ? `Imports from ${service} wait now; those under way go on.`
    : `Imports from ${service} go on.`;
}

async function cancel(sql: Sql, id: string): Promise<string> {
  const ended = await cancelImport(sql, id, undefined);
  if (ended === "canceled") return "Canceled.";
  throw new ExpectedError(ended === "missing" ? IMPORT_NOT_FOUND : IMPORT_ENDED);
}

async function retry(sql: Sql, id: string): Promise<string> {
  const retried = await transaction(sql, (tx) => retryImport(tx, id));
  if (retried === "retried") return "It is tried again.";
  if (retried === "missing") throw new ExpectedError(IMPORT_NOT_FOUND);
  throw new ExpectedError(retried === "key gone" ? KEY_GONE : STILL_IMPORTING);
}
