/** `npm run ingest -- <folder | -> [--files DIR]`: imports an archive bundle (docs/bundle.md). */
import { parseArgs } from "node:util";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { FullDiskError } from "#backend/full-disk.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { type IngestSummary, ingestBundle } from "./ingest.ts";
import { clock, progressBar } from "./progress.ts";
import { BundleError, ENTITIES, openFolder, openStream } from "./source.ts";

const USAGE = "Usage: npm run ingest -- <bundle folder | -> [--files <folder that holds files/>]";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { files: { type: "string" } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new BundleError(USAGE);
  const source = path === "-" ? openStream(process.stdin, values.files) : await openFolder(path);
  if (values.files !== undefined) source.files = values.files;
  const config = readConfig();
  return withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 2, name: "roost-ingest" });
    const bar = progressBar(process.stderr);
    const started = Date.now();
    try {
      const summary = await ingestBundle({
        sql,
        storage: openStorage(config),
        source,
        onProgress: ({ entity, records, bytes, totalBytes }) =>
          bar.show({ what: entity ?? "reading", records, done: bytes, total: totalBytes }),
        onProblem: ({ file, line, reason }) => {
          bar.end();
          process.stderr.write(`${file}:${line}: ${reason}\n`);
        },
      });
      bar.end();
      process.stdout.write(report(summary, (Date.now() - started) / 1000));
      return Object.keys(summary.problems).length === 0 ? 0 : 1;
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

function report(summary: IngestSummary, seconds: number): string {
  const count = (n: number | undefined) => (n ?? 0).toLocaleString("en").padStart(11);
  const rows = ENTITIES.filter((entity) => summary.read[entity] !== undefined).map(
    (entity) =>
      `${entity.padEnd(26)}${count(summary.read[entity])}${count(summary.added[entity])}${count(summary.changed[entity])}`,
  );
  const total = Object.values(summary.read).reduce((sum, n) => sum + n, 0);
  const problems = Object.entries(summary.problems).map(
    ([kind, n]) => `  ${kind}: ${n.toLocaleString("en")}`,
  );
  return [
    ...(summary.resumed ? ["Went on where an earlier run of this bundle had stopped."] : []),
    `${"".padEnd(26)}${"read".padStart(11)}${"new".padStart(11)}${"changed".padStart(11)}`,
    ...rows,
    `${total.toLocaleString("en")} records in ${clock(seconds)} (${Math.round(total / Math.max(seconds, 0.001)).toLocaleString("en")}/s), ` +
      `${summary.filesStored.toLocaleString("en")} files stored.`,
    ...(problems.length === 0 ? [] : ["Skipped, each with its reason above:", ...problems]),
    "",
  ].join("\n");
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = [BundleError, SettingsError, FullDiskError].some((one) => error instanceof one);
  process.stderr.write(
    `${expected || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack}\n`,
  );
  if (!expected)
    process.stderr.write("Stopped. What came in so far is whole; run the same command again to go on.\n");
  process.exitCode = 2;
}
