/** Ingests a bundle with progress and a report, for the commands. */
import type { Config } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { type IngestSummary, ingestBundle } from "./ingest.ts";
import { clock, progressBar } from "./progress.ts";
import { ENTITIES, type Source } from "./source.ts";

/** @returns exit code: 1 if records were skipped */
export async function ingestCommand(config: Config, source: Source): Promise<number> {
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
