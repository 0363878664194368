/** The API process: serves HTTP until it receives a signal. */
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { followAccessMode, withAccessMode } from "./accounts/access-mode.ts";
import { ARCHIVE_READER, createApp } from "./app.ts";
import { ArchiveFiles } from "./archive-files/archive-files.ts";
import { ArchiveEntries } from "./archive-files/entries.ts";
import { readConfig } from "./config.ts";
import { listenForChanges } from "./db/changes.ts";
import { openDatabase } from "./db/client.ts";
import { startFavoriteRollup } from "./db/favorite-rollup.ts";
import { followReplica } from "./db/replica.ts";
import { collectPictures } from "./files/measured-pictures.ts";
import { openStorage } from "./files/open.ts";
import { Pictures } from "./files/pictures.ts";
import { cleanUpKeys } from "./http/idempotency.ts";
import { listen } from "./http/listen.ts";
import { followTakedowns } from "./takedowns/follow.ts";

/** Next to the bundle of the built server, or in dist/ when run from source. */
const BUILT = /\/dist\/server\/[^/]+$/.test(import.meta.url);
const PWA = fileURLToPath(new URL(BUILT ? "../pwa/" : "../dist/pwa/", import.meta.url));
const STATEMENT_TIMEOUT_MS = 5_000; // shorter than the deadline of a request

async function main(): Promise<void> {
  const settings = readConfig();
  if (settings.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL: the API by itself needs a database; npm start brings one.");
  const log = pino({ level: settings.LOG_LEVEL });
  const { DATABASE_URL } = settings;
  const pool = (name: string, max?: number) =>
    openDatabase(DATABASE_URL, { name, max, statementTimeout: STATEMENT_TIMEOUT_MS });
  const sql = pool("roost-api");
  // A pool's connections are used in turn, and one that has just answered is up to a third faster (decision 0079).
  // Background work opens several at once and keeps them in use, so it has a pool of its own.
  const background = pool("roost-api-background", 5);
  const config = await withAccessMode(sql, settings);
  const changes = listenForChanges(DATABASE_URL, background);
  const readUrl = config.DATABASE_READ_URL;
  const replica = readUrl === undefined ? undefined : followReplica(readUrl, sql, changes, log);
  const storage = openStorage(config);
  const pictures = new Pictures({
    storage,
    data: config.ROOST_DATA,
    onMeasured: collectPictures(background, log),
  });
  const archiveFiles = new ArchiveFiles({ storage, program: ARCHIVE_READER });
  const archiveEntries = new ArchiveEntries({ archiveFiles, pictures, data: config.ROOST_DATA });
  const files = { storage, pictures, archiveFiles, archiveEntries };
  const app = createApp({ config, sql, changes, replica, log, pwa: PWA, ...files });
  const listening = await listen(app, config.PORT, config.HOST);
  const stopFollowing = followTakedowns(background, storage, [pictures, archiveEntries], log);
  const stopRollingUp = startFavoriteRollup(background, log);
  const stopCleanUp = cleanUpKeys(background, log);
  if (config.accessSource === "unknown") log.warn("no database: nothing is served until one answers");
  log.info({ host: config.HOST, port: listening.port }, "listening");

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopFollowingAccess();
    await listening.close();
    stopFollowing();
    stopRollingUp();
    stopCleanUp();
    await replica?.close();
    await changes.close();
    await Promise.all([sql.end({ timeout: 2 }), background.end({ timeout: 2 })]);
    process.exit(0);
  };
  // Whatever runs the process starts it again, with the mode that was chosen.
  const stopFollowingAccess = followAccessMode(background, config, () => {
    log.info("the access mode was changed: starting again");
    void stop();
  });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop); // the supervisor is gone
  process.send?.("ready");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
