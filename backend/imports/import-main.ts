/** `npm run import -- <folder>...`: imports downloads (docs/importing-downloads.md), or a bundle (docs/bundle.md). */
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { printHelp } from "#backend/command-help.ts";
import { type Config, isZone, readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { FullDiskError } from "#backend/full-disk.ts";
import { ingestCommand } from "#backend/imports/bundle/ingest-command.ts";
import { clock, progressBar } from "#backend/imports/bundle/progress.ts";
import { BundleError, openFolder, type Source } from "#backend/imports/bundle/source.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { creatorsByPath } from "./creator-option.ts";
import { FORMATS, PLAIN } from "./formats/formats.ts";
import { Downloads } from "./formats/lib/folder.ts";
import { ReadError } from "./formats/lib/format.ts";
import { type ReadOptions, readDownloads } from "./formats/lib/recognize.ts";
import { DEFAULT_ZONE, type ImportSummary, importRecords } from "./import.ts";
import { type Preview, previewRecords } from "./preview.ts";
import { describePreview, describeSummary } from "./report.ts";

const USAGE = `Usage: npm run import -- <folder> [<folder>...] [--dry-run] [--yes] [--link]
         [--zone Asia/Tokyo] [--creator [folder:]service/id=name]...`;
/** Weight of a record in the progress, in bytes of files. */
const RECORD_BYTES = 4096;

class UsageError extends Error {}

async function main(): Promise<number> {
  printHelp(USAGE);
  const { values, positionals } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      link: { type: "boolean", default: false },
      zone: { type: "string" },
      creator: { type: "string", multiple: true, default: [] },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new UsageError(USAGE);
  const { zone = DEFAULT_ZONE } = values;
  if (!isZone(zone)) throw new UsageError(`--zone ${zone}: expected a name like Asia/Tokyo`);
  const config = readConfig();
  const bundle = await bundleIn(positionals);
  if (bundle !== undefined) return await importBundle(config, bundle, values);
  const downloads = await Downloads.open(...positionals);
  const options = {
    downloads,
    formats: FORMATS,
    plain: PLAIN,
    zone,
    creatorOf: creators(values),
  };
  return withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 6, name: "roost-import" });
    try {
      const preview = await look(sql, options, values["dry-run"]);
      if (values["dry-run"]) return 0;
      if (preview.records === 0) return 1;
      if (!values.yes && !(await isWanted())) return 2;
      const correctsDates = values.zone !== undefined;
      return await run(sql, config, options, { link: values.link, correctsDates, preview });
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

/** @returns undefined if the folder contains no bundle */
async function bundleIn([folder = "", ...others]: string[]): Promise<Source | undefined> {
  if (others.length > 0) return undefined;
  return await openFolder(folder).catch((error: unknown) => {
    if (!(error instanceof BundleError)) throw error;
    return undefined;
  });
}

async function importBundle(
  config: Config,
  bundle: Source,
  values: { "dry-run": boolean; yes: boolean },
): Promise<number> {
  const entities = bundle.parts.map(({ entity }) => entity).join(", ");
  process.stdout.write(`An archive bundle with ${entities}. What it holds replaces what is there.\n`);
  if (values["dry-run"]) return 0;
  if (!values.yes && !(await isWanted())) return 2;
  return await ingestCommand(config, bundle);
}

function creators({ creator }: { creator: string[] }): ReadOptions["creatorOf"] {
  try {
    return creatorsByPath(creator);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Options = Omit<ReadOptions, "onProblem">;

/** Prints a preview. */
async function look(sql: Sql, options: Options, isDryRun: boolean): Promise<Preview> {
  const programs = new Map<string, string[]>();
  const unknown: string[] = [];
  let withoutMetadata = 0;
  let problems = 0;
  const records = readDownloads({
    ...options,
    onRecognized: (program, path) => programs.set(program, [...(programs.get(program) ?? []), path]),
    onUnknown: ({ path }) => {
      withoutMetadata += 1;
      if (unknown.length < 10) unknown.push(path);
    },
    onProblem: (path, reason) => {
      problems += 1;
      if (isDryRun) process.stderr.write(`${path}: ${reason}\n`); // otherwise the import reports them
    },
  });
  const preview = await previewRecords(sql, options.downloads, records);
  process.stdout.write(describePreview(preview, { programs, unknown, withoutMetadata, problems }));
  return preview;
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write("Nothing was imported. Add --yes to import this.\n");
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question("Import this? [y/N] ")).trim());
  } finally {
    lines.close();
  }
}

async function run(
  sql: Sql,
  config: Config,
  options: Options,
  { preview, ...given }: { link: boolean; correctsDates: boolean; preview: Preview },
): Promise<number> {
  const bar = progressBar(process.stderr);
  const started = Date.now();
  const total = preview.bytes + preview.records * RECORD_BYTES;
  const onProblem = (path: string, reason: string) => {
    bar.end();
    process.stderr.write(`${path}: ${reason}\n`);
  };
  let faults = 0;
  const records = readDownloads({
    ...options,
    onProblem: (path, reason) => {
      faults += 1;
      onProblem(path, reason);
    },
  });
  const summary: ImportSummary = await importRecords({
    sql,
    storage: openStorage(config),
    downloads: options.downloads,
    records,
    ...given,
    onProblem,
    onProgress: (step) =>
      bar.show({
        what: step.entity,
        records: step.records,
        done: step.bytes + step.records * RECORD_BYTES,
        total,
      }),
  });
  bar.end();
  const problems = summary.problems + faults;
  process.stdout.write(describeSummary(summary, problems, clock((Date.now() - started) / 1000)));
  return problems === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = [UsageError, ReadError, SettingsError, FullDiskError].some((one) => error instanceof one);
  const isArgument = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS") === true;
  process.stderr.write(
    `${expected || isArgument || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack}\n`,
  );
  if (!expected && !isArgument)
    process.stderr.write(
      "Stopped. Everything imported so far is complete; run the same command again to resume.\n",
    );
  process.exitCode = 2;
}
