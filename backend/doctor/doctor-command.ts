/** `roost doctor`: checks everything that Roost needs and suggests remedies. */
import { mkdir } from "node:fs/promises";
import { readCommit } from "#backend/commit.ts";
import { type Config, readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { type Engines, PostgresVersionError, withEngines } from "#backend/supervisor/engines.ts";
import { VERSION } from "#backend/version.ts";
import { checkClock } from "./check-clock.ts";
import { checkDamaged, checkScrub } from "./check-damaged.ts";
import { checkGalleryDl } from "./check-gallery-dl.ts";
import { checkMedia } from "./check-media.ts";
import { checkPictureTexts } from "./check-picture-texts.ts";
import { checkProviders } from "./check-providers.ts";
import {
  checkAccess,
  checkDatabase,
  checkDisk,
  checkFiles,
  checkImporterFiles,
  checkImporters,
  checkPort,
  checkReplica,
  checkSearch,
  checkSettings,
  checkWorker,
  type Finding,
  failure,
  messageOf,
  ok,
} from "./checks.ts";
import { databaseAdvice } from "./database-advice.ts";

type Advice = (error: unknown) => string;

const INDENT = " ".repeat(9);
const LABELS = { ok: "ok     ", warning: "warning", failure: "failure" };

/** Prints the findings; a failed check does not prevent the next one. */
class Report {
  failed = false;

  add(findings: Finding[]): void {
    for (const { state, text, advice } of findings) {
      console.log(`${LABELS[state]}  ${text}`);
      if (advice !== undefined) console.log(`${INDENT}${advice.replaceAll("\n", `\n${INDENT}`)}`);
      this.failed ||= state === "failure";
    }
  }

  /** @param advice what to do about an error */
  async check(name: string, advice: string | Advice, run: () => Promise<Finding[]>): Promise<void> {
    this.add(
      await run().catch((error: unknown) => [
        error instanceof PostgresVersionError
          ? failure(`${name}: ${error.text}`, error.advice)
          : failure(`${name}: ${messageOf(error)}`, typeof advice === "string" ? advice : advice(error)),
      ]),
    );
  }
}

/** @returns exit code: 1 if something is broken */
export async function doctorCommand(): Promise<number> {
  const report = new Report();
  report.add([
    ok(`Roost ${VERSION}, commit ${(await readCommit()).slice(0, 12)}, Node.js ${process.versions.node}`),
  ]);
  const config = settings(report);
  if (config !== undefined) await checkAll(report, config);
  console.log(report.failed ? "\nSomething is broken, see above." : "\nNothing is broken.");
  return report.failed ? 1 : 0;
}

function settings(report: Report): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    report.add([
      failure(`Settings: ${error.message}`, "docs/operations.md lists every setting with its values."),
    ]);
    return undefined;
  }
}

async function checkAll(report: Report, config: Config): Promise<void> {
  report.add(checkSettings(config));
  await report.check("Port", "HOST must be an address of this machine.", () => checkPort(config));
  await report.check("Disk", "The user Roost runs as must own ROOST_DATA.", async () => {
    await mkdir(config.ROOST_DATA, { recursive: true });
    return [await checkDisk(config.ROOST_DATA)];
  });
  report.add([await checkFiles(config)]);
  report.add(await checkImporterFiles(config));
  const advice: Advice = (error) =>
    config.DATABASE_URL === undefined
      ? "See ROOST_DATA/logs/ for what the engine said."
      : (databaseAdvice(error) ??
        "Is the server of DATABASE_URL running, and may this user log in to that database?");
  report.add(await checkProviders(config));
  await report.check("Database", advice, () =>
    withEngines(config, { postgres: true, meili: true }, (engines) =>
      checkEngines(report, config, engines, advice),
    ),
  );
}

async function checkEngines(
  report: Report,
  config: Config,
  { databaseUrl, ...search }: Engines,
  advice: Advice,
): Promise<Finding[]> {
  const sql = openDatabase(databaseUrl, { max: 2, name: "roost-doctor" });
  try {
    await report.check("Database", advice, () => checkDatabase(sql));
    await report.check("Access", advice, () => checkAccess(sql, config));
    await report.check("Clock", advice, async () => [await checkClock(sql)]);
    await report.check(
      "Replica",
      "All reads go to the primary meanwhile. DATABASE_READ_URL must be a streaming replica of DATABASE_URL (docs/scale.md, A replica for reads).",
      () => checkReplica(sql, config),
    );
    await report.check(
      "Search",
      "Is the server of MEILI_URL running? Until then the database searches titles, tags and names.",
      () => checkSearch(sql, search, config),
    );
    await report.check("Importer", "Does gallery-dl --version work? (GALLERY_DL)", () =>
      checkGalleryDl(config),
    );
    return [
      await checkDamaged(sql, config),
      await checkScrub(sql, config),
      await checkMedia(sql, config),
      ...(await checkPictureTexts(sql, config)),
      await checkWorker(sql),
      ...(await checkImporters(sql, config)),
    ];
  } finally {
    await sql.end({ timeout: 2 });
  }
}
