/** `roost ingest`: imports a bundle, with progress and a report (docs/bundle.md). */
import { type Config, readConfig } from "#backend/config.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { type IngestSummary, ingestBundle } from "./ingest.ts";
import { clock, progressBar } from "./progress.ts";
import { ENTITIES, openFolder, openStream, type Source } from "./source.ts";

/**
 * @param path folder of the bundle; `-` reads a stream
 * @param files folder that holds `files/`, if it is not the bundle's
 * @returns exit code: 1 if records were skipped
 */
export async function ingestCommand(path: string, files: string | undefined): Promise<number> {
  return await orResumable(async () => {
    const source = path === "-" ? openStream(process.stdin, files) : await openFolder(path);
    if (source.isSigned)
      throw new ExpectedError(
        `${path} is signed by an archive for others: roost import merges it, ingest would replace what is here.`,
      );
    if (files !== undefined) source.files = files;
    return await ingestSource(readConfig(), source);
  });
}

/** Says after an unexpected error that running the command again completes the import. */
export async function orResumable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    const stack = error instanceof Error ? error.stack : String(error);
    throw new ExpectedError(
      `${stack}\nStopped. Everything imported so far is complete; run the same command again to resume.`,
      { cause: error },
    );
  }
}

/** @param rating position in RATINGS, of what is added @returns exit code: 1 if records were skipped */
export async function ingestSource(config: Config, source: Source, rating = 0): Promise<number> {
  return withDatabase(config, { statementTimeout: 0, max: 2, name: "roost-ingest" }, async (sql) => {
    const bar = progressBar(process.stderr);
    const started = Date.now();
    const summary = await ingestBundle({
      sql,
      storage: openStorage(config),
      source,
      rating,
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
