/** `roost export`: writes the archive as a bundle (docs/bundle.md). */
import { dirname, resolve } from "node:path";
import { readConfig } from "#backend/config.ts";
import { openStorage } from "#backend/files/open.ts";
import { orFullDisk } from "#backend/full-disk.ts";
import { placesOf, withDatabase } from "#backend/supervisor/engines.ts";
import { exportBundle } from "./export.ts";
import { clock, progressBar } from "./progress.ts";

/** @returns exit code: 1 if files are missing */
export async function exportCommand(folder: string): Promise<number> {
  const config = readConfig();
  return withDatabase(config, { statementTimeout: 0, name: "roost-export" }, async (sql) => {
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
    }
  });
}
