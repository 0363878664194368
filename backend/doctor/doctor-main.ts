/** `npm run doctor`: checks everything Roost needs and suggests remedies. Exits with 1 if something is broken. */
import { mkdir } from "node:fs/promises";
import { type Config, readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { checkDamaged, checkScrub } from "./check-damaged.ts";
import { checkGalleryDl } from "./check-gallery-dl.ts";
import {
  checkDatabase,
  checkDisk,
  checkFiles,
  checkImporterFiles,
  checkImporters,
  checkReplica,
  checkSearch,
  checkSettings,
  checkWorker,
  type Finding,
  failure,
  messageOf,
} from "./checks.ts";

const LABELS = { ok: "ok     ", warning: "warning", failure: "failure" };

let failed = false;
function report(findings: Finding[]): void {
  for (const { state, text, advice } of findings) {
    console.log(`${LABELS[state]}  ${text}`);
    if (advice !== undefined) console.log(`         ${advice}`);
    failed ||= state === "failure";
  }
}

/** A failed check must not prevent the next one. */
async function check(name: string, advice: string, run: () => Promise<Finding[]>): Promise<void> {
  report(await run().catch((error: unknown) => [failure(`${name}: ${messageOf(error)}`, advice)]));
}

function settings(): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    report([
      failure(`Settings: ${error.message}`, "docs/operations.md lists every setting with its values."),
    ]);
    return undefined;
  }
}

const config = settings();
if (config !== undefined) {
  const isBundled = config.DATABASE_URL === undefined;
  report(checkSettings(config));
  await check("Disk", "The user Roost runs as must own ROOST_DATA.", async () => {
    await mkdir(config.ROOST_DATA, { recursive: true });
    return [await checkDisk(config.ROOST_DATA)];
  });
  report([await checkFiles(config)]);
  report(await checkImporterFiles(config));
  const advice = isBundled
    ? "See ROOST_DATA/logs/ for what the engine said."
    : "Is the server of DATABASE_URL running, and may this user log in to that database?";
  await check("Database", advice, () =>
    withEngines(config, { postgres: true, meili: true }, async ({ databaseUrl, meili }) => {
      const sql = openDatabase(databaseUrl, { max: 2, name: "roost-doctor" });
      try {
        await check("Database", advice, () => checkDatabase(sql));
        await check(
          "Replica",
          "All reads go to the primary meanwhile. DATABASE_READ_URL must be a streaming replica of DATABASE_URL (docs/operations.md, Read replica).",
          () => checkReplica(sql, config),
        );
        await check("Search", "Is the server of MEILI_URL running, and is MEILI_KEY its key?", () =>
          checkSearch(sql, meili, config),
        );
        await check("Importer", "Does gallery-dl --version work? (GALLERY_DL)", () => checkGalleryDl(config));
        return [
          await checkDamaged(sql, config),
          await checkScrub(sql, config),
          await checkWorker(sql),
          ...(await checkImporters(sql, config)),
        ];
      } finally {
        await sql.end({ timeout: 2 });
      }
    }),
  );
}
console.log(failed ? "\nSomething is broken, see above." : "\nNothing is broken.");
process.exitCode = failed ? 1 : 0;
