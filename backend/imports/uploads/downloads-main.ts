/**
 * The process that imports the folders administrators send and what is dropped into IMPORT_WATCH, that checks and
 * publishes uploads, and that sends push notifications. Several may run, on machines that share the data folder.
 */
import { type Logger, pino } from "pino";
import { type Config, readConfig } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { runPushJobs } from "#backend/push/run.ts";
import { FORMATS, PLAIN } from "../formats/formats.ts";
import { readDownloads } from "../formats/lib/recognize.ts";
import { importRecords } from "../import.ts";
import { watchFolder } from "../watch.ts";
import { runJobs } from "./jobs.ts";
import { runUploadJobs } from "./uploads.ts";

const WATCH_MS = 15_000;
/** What an import under way may still take to release its lease. */
const END_MS = 2_000;

async function main(): Promise<void> {
  const config = readConfig();
  if (config.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL: the import of downloads by itself needs it; npm start brings it.");
  const log = pino({ level: config.LOG_LEVEL });
  const sql = openDatabase(config.DATABASE_URL, { name: "roost-downloads", statementTimeout: 0, max: 6 });
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    setTimeout(() => process.exit(0), END_MS).unref(); // batches are whole, and the next start goes on
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end); // the supervisor is gone
  process.send?.("ready");
  const { signal } = stop;
  void watch(config, sql, log, signal);
  void runUploadJobs({ sql, storage: openStorage(config), settings: config, log, signal });
  void runPushJobs({ sql, log, signal, subject: subjectOf(config) });
  await runJobs({ sql, storage: openStorage(config), data: config.ROOST_DATA, log, signal });
  process.exit(0);
}

/** Whom push services can write to. Some refuse addresses of this machine, so it is never one of them. */
function subjectOf({ CONTACT, SITE_ORIGIN }: Config): string {
  const known = [CONTACT, SITE_ORIGIN].find(
    (address) => address?.startsWith("mailto:") || address?.startsWith("https:"),
  );
  return known ?? "mailto:nobody@example.org";
}

async function watch(config: Config, sql: Sql, log: Logger, signal: AbortSignal): Promise<void> {
  const { IMPORT_WATCH: folder, IMPORT_ZONE: zone } = config;
  if (folder === undefined) return;
  const storage = openStorage(config);
  log.info({ folder }, "watching");
  await watchFolder({
    folder,
    everyMs: WATCH_MS,
    signal,
    onError: (error) => log.error(error, "not imported, will be tried again"),
    take: async (downloads) => {
      const onProblem = (path: string, reason: string) => log.warn({ path, reason }, "skipped");
      const records = readDownloads({
        ...{ downloads, zone, onProblem, formats: FORMATS, plain: PLAIN },
        creatorOf: () => undefined,
        onRecognized: (program, path) => log.info({ program, path }, "recognized"),
        onUnknown: ({ path }) => log.warn({ path }, "without metadata"),
      });
      const { read, added, changed, filesStored } = await importRecords({
        ...{ sql, storage, downloads, records, onProblem },
      });
      log.info({ read, added, changed, filesStored }, "imported");
    },
  });
}

await main();
