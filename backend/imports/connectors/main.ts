/** The process that imports with session keys; several may run, also as another user or on another machine than the API. */
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { LEASE_SECONDS } from "./attempt.ts";
import { findGalleryDl, galleryDlManifests } from "./gallery-dl/manifest.ts";
import { installedConnectors } from "./installed.ts";
import { runImporter } from "./jobs.ts";
import { openImporterKey } from "./private-key.ts";
import { SESSIONS } from "./upkeep.ts";

async function main(): Promise<void> {
  const config = readConfig();
  if (config.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL: the importer by itself needs it; npm start brings it.");
  const { ROOST_DATA: data, IMPORTERS } = config;
  const log = pino({ level: config.LOG_LEVEL });
  // A process that is stopped within a transaction would hold its locks, and with them its imports and every other writer.
  const stopped = LEASE_SECONDS * 1_000;
  const options = { name: SESSIONS, max: 10, statementTimeout: stopped, idleInTransaction: stopped };
  const sql = openDatabase(config.DATABASE_URL, options);
  const stop = new AbortController();
  const end = () => stop.abort();
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end); // the supervisor is gone
  const key = await openImporterKey(sql, config.IMPORTER_KEY_FILE ?? join(data, "importer-key.pem"));
  const galleryDl = await findGalleryDl(config.GALLERY_DL);
  const built = galleryDl === undefined ? [] : await galleryDlManifests(galleryDl);
  const connectors = await installedConnectors(data, IMPORTERS, built);
  const missing = IMPORTERS.filter((service) => !connectors.has(service));
  if (missing.length > 0) log.warn({ services: missing }, "no connector is installed for these services");
  process.send?.("ready");
  await runImporter({ sql, storage: openStorage(config), data, key, connectors, log, signal: stop.signal });
  await sql.end({ timeout: 2 });
  process.exit(0);
}

await main();
