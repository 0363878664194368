/** `npm run export -- <folder>`: writes the archive as a bundle, which is also its backup (docs/bundle.md). */
import { dirname, resolve } from "node:path";
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { FullDiskError, orFullDisk } from "#backend/full-disk.ts";
import { placesOf, withEngines } from "#backend/supervisor/engines.ts";
import { exportBundle } from "./export.ts";
import { clock, progressBar } from "./progress.ts";
import { BundleError } from "./source.ts";

const USAGE = "Usage: npm run export -- <folder>";

async function main(): Promise<number> {
  printHelp(USAGE);
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith("-") || more.length > 0) throw new BundleError(USAGE);
  const config = readConfig();
  return withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 1, name: "roost-export" });
    const bar = progressBar(process.stderr);
    const started = Date.now();
    try {
      const { written, missing } = await exportBundle({
        sql,
        storage: openStorage(config),
        folder,
        onProgress: ({ entity, records }) => bar.show({ what: entity, records, done: 0, total: undefined }),
        onProblem: (reason) => process.stderr.write(`${reason}\n`),
      });
      bar.end();
      const total = Object.values(written).reduce((sum, n) => sum + n, 0);
      process.stdout.write(
        `${total.toLocaleString("en")} records written to ${folder} in ${clock((Date.now() - started) / 1000)}.\n`,
      );
      if (missing > 0)
        process.stderr.write(
          `${missing.toLocaleString("en")} files are missing; the bundle is not a whole backup.\n`,
        );
      return missing === 0 ? 0 : 1;
    } catch (error) {
      const places = placesOf(config);
      throw await orFullDisk(error, { ...places, folders: [dirname(resolve(folder)), ...places.folders] });
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = [BundleError, SettingsError, FullDiskError].some((one) => error instanceof one);
  process.stderr.write(
    `${expected || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack}\n`,
  );
  process.exitCode = 2;
}
