/** `npm run importer`: manages the import queue from the command line. */
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { IMPORT_ENDED, IMPORT_NOT_FOUND, KEY_GONE, STILL_IMPORTING } from "#shared/contracts/importer.ts";
import { isService } from "#shared/services/index.ts";
import { countsByService, failures, retryImport, setPaused } from "./administration.ts";
import { cancelImport, importerState } from "./queue.ts";

const USAGE = `Usage: npm run importer -- status
       npm run importer -- pause <service>
       npm run importer -- resume <service>
       npm run importer -- cancel <import>
       npm run importer -- retry <import>`;

class UsageError extends Error {
  override name = "UsageError";
}

async function main(): Promise<void> {
  printHelp(USAGE);
  const work = commandOf(process.argv.slice(2));
  await withEngines(readConfig(), { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { max: 1, name: "roost-importer-command" });
    try {
      console.log(await work(sql));
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

/** @returns a function that prints its result */
function commandOf([command = "", name = "", ...rest]: string[]): (sql: Sql) => Promise<string> {
  if (rest.length > 0) throw new UsageError(USAGE);
  if (command === "status" && name === "") return status;
  if (name === "") throw new UsageError(USAGE);
  if (command === "pause" || command === "resume") return (sql) => pause(sql, name, command === "pause");
  if (command === "cancel") return (sql) => cancel(sql, name);
  if (command === "retry") return (sql) => retry(sql, name);
  throw new UsageError(USAGE);
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
  if (!isService(service)) throw new UsageError(`"${service}" is not a service.`);
  await setPaused(sql, service, paused);
  return paused
    ? `Imports from ${service} wait now; those under way go on.`
    : `Imports from ${service} go on.`;
}

async function cancel(sql: Sql, id: string): Promise<string> {
  const ended = await cancelImport(sql, id, undefined);
  if (ended === "canceled") return "Canceled.";
  throw new UsageError(ended === "missing" ? IMPORT_NOT_FOUND : IMPORT_ENDED);
}

async function retry(sql: Sql, id: string): Promise<string> {
  const retried = await transaction(sql, (tx) => retryImport(tx, id));
  if (retried === "retried") return "It is tried again.";
  if (retried === "missing") throw new UsageError(IMPORT_NOT_FOUND);
  throw new UsageError(retried === "key gone" ? KEY_GONE : STILL_IMPORTING);
}

main().catch((error: unknown) => {
  if (error instanceof UsageError || error instanceof SettingsError) console.error(error.message);
  else console.error(error);
  process.exitCode = 2;
});
