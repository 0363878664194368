/** `roost import`: imports downloads (docs/importing-downloads.md), or a bundle (docs/bundle.md). */
import { createInterface } from "node:readline/promises";
import { type Config, isZone, readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { ingestSource, orResumable } from "#backend/imports/bundle/ingest-command.ts";
import { clock, progressBar } from "#backend/imports/bundle/progress.ts";
import { BundleError, openFolder, type Source } from "#backend/imports/bundle/source.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { RATINGS } from "#shared/rules/ratings.ts";
import { creatorsByPath } from "./creator-option.ts";
import { FORMATS, PLAIN } from "./formats/formats.ts";
import { Downloads } from "./formats/lib/folder.ts";
import type { Found } from "./formats/lib/format.ts";
import { type ReadOptions, readDownloads } from "./formats/lib/recognize.ts";
import { checkFiles, isSameFingerprint, readSignature, type Signed } from "./formats/lib/signature.ts";
import { signedBundle, signedBy } from "./formats/roost.ts";
import { DEFAULT_ZONE, type ImportSummary, importRecords } from "./import.ts";
import { countMissingFiles } from "./missing-files.ts";
import { type Preview, previewRecords } from "./preview.ts";
import {
  describeContradiction,
  describeLeftOut,
  describeMissing,
  describePreview,
  describeSummary,
} from "./report.ts";
import { type LeftOut, onlyWanted } from "./wanted/only-wanted.ts";

/** Weight of a record in the progress, in bytes of files. */
const RECORD_BYTES = 4096;

/** Maximum of problems that are named where nothing can be imported. */
const MAX_FIRST = 20;

export interface ImportOptions {
  dryRun: boolean;
  /** Imports without asking. */
  yes: boolean;
  link: boolean;
  /** Time zone of local times, such as Asia/Tokyo. */
  zone?: string;
  /** Rating of the creators and posts that are added. */
  rating: string;
  /** Imports only what fills gaps. */
  onlyWanted: boolean;
  /** Fingerprint of the archive whose signed bundle is imported. */
  from?: string;
  /** `[folder:]service/id=name` of files without metadata. */
  creator: string[];
}

/** @returns exit code: 1 if something was skipped, or nothing was found */
export function importCommand(folders: string[], options: ImportOptions): Promise<number> {
  return orResumable(() => importFolders(folders, options));
}

async function importFolders(folders: string[], given: ImportOptions): Promise<number> {
  const { zone = DEFAULT_ZONE } = given;
  if (!isZone(zone)) throw new ExpectedError(`--zone ${zone}: expected a name like Asia/Tokyo`);
  const rating = (RATINGS as readonly string[]).indexOf(given.rating);
  if (rating === -1) throw new ExpectedError(`--rating ${given.rating}: expected ${RATINGS.join(", ")}`);
  const config = readConfig();
  const signed = await signedIn(folders);
  if (signed === undefined && given.from !== undefined)
    throw new ExpectedError("--from is for one bundle that another archive has signed.");
  if (signed !== undefined) return await importSigned(config, signed, given, rating);
  const bundle = await bundleIn(folders);
  if (bundle !== undefined && given.onlyWanted)
    throw new ExpectedError("--only-wanted is for folders of download programs, not for bundles");
  if (bundle !== undefined) return await importBundle(config, bundle, given, rating);
  const options = {
    downloads: await Downloads.open(...folders),
    formats: FORMATS,
    plain: PLAIN,
    zone,
    creatorOf: creatorsByPath(given.creator),
    onlyWanted: given.onlyWanted,
  };
  return withDatabase(config, { statementTimeout: 0, max: 6, name: "roost-import" }, async (sql) => {
    const preview = await look(sql, options, given.dryRun);
    if (given.dryRun) return 0;
    if (preview.records === 0) return given.onlyWanted ? 0 : 1;
    if (!given.yes && !(await isWanted())) return 2;
    const correctsDates = given.zone !== undefined;
    return await run(sql, config, options, { link: given.link, correctsDates, rating, preview });
  });
}

interface SignedFolder {
  folder: string;
  downloads: Downloads;
  signed: Signed;
}

/** @returns undefined if the folder contains no signed bundle */
async function signedIn([folder = "", ...others]: string[]): Promise<SignedFolder | undefined> {
  if (others.length > 0) return undefined;
  const downloads = await Downloads.open(folder);
  const signed = await readSignature(downloads.folder);
  return signed && { folder, downloads, signed };
}

/** Merges a bundle signed by another archive, if the given fingerprint is that archive's. */
async function importSigned(
  config: Config,
  { folder, downloads, signed }: SignedFolder,
  given: ImportOptions,
  rating: number,
): Promise<number> {
  if (given.from !== undefined && !isSameFingerprint(given.from, signed.fingerprint))
    throw new ExpectedError(`A bundle that ${signedBy(signed)}, not ${given.from}: nothing was imported.`);
  const bar = progressBar(process.stderr);
  await checkFiles(downloads.folder, signed, (done, total) =>
    bar.show({ what: "checking files", records: done, done, total }),
  );
  bar.end();
  process.stdout.write(`A bundle that ${signedBy(signed)}. What it holds is merged with what is here.\n`);
  const options = {
    downloads,
    formats: [signedBundle(signed)],
    zone: DEFAULT_ZONE,
    creatorOf: () => undefined,
    onlyWanted: given.onlyWanted,
  };
  return withDatabase(config, { statementTimeout: 0, max: 6, name: "roost-import" }, async (sql) => {
    const preview = await look(sql, options, given.dryRun);
    if (given.from === undefined) {
      process.stderr.write(
        `Nothing was imported. Ask the operator of that archive for its fingerprint (roost key), by phone or in person. If it is the same: roost import ${folder} --from ${signed.fingerprint}\n`,
      );
      return 2;
    }
    if (given.dryRun || preview.records === 0) return 0;
    if (!given.yes && !(await isWanted())) return 2;
    return await run(sql, config, options, { link: given.link, correctsDates: false, rating, preview });
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
  { dryRun, yes }: ImportOptions,
  rating: number,
): Promise<number> {
  const entities = bundle.parts.map(({ entity }) => entity).join(", ");
  process.stdout.write(`An archive bundle with ${entities}. What it holds replaces what is there.\n`);
  if (dryRun) return 0;
  if (!yes && !(await isWanted())) return 2;
  return await ingestSource(config, bundle, rating);
}

type Options = Omit<ReadOptions, "onProblem"> & { onlyWanted: boolean };

const nothing = (): LeftOut => ({ posts: 0, records: 0, files: 0, bytes: 0 });

/** Leaves out what fills no gap, if asked to. */
function asked(
  sql: Sql,
  { onlyWanted: isAsked, downloads }: Options,
  found: AsyncIterable<Found>,
  leftOut: LeftOut,
) {
  return isAsked ? onlyWanted(sql, downloads, found, leftOut) : found;
}

/** Prints a preview. */
async function look(sql: Sql, options: Options, isDryRun: boolean): Promise<Preview> {
  const programs = new Map<string, string[]>();
  const unknown: string[] = [];
  let withoutMetadata = 0;
  let problems = 0;
  const first: string[] = [];
  const records = readDownloads({
    ...options,
    onRecognized: (program, path) => programs.set(program, [...(programs.get(program) ?? []), path]),
    onUnknown: ({ path }) => {
      withoutMetadata += 1;
      if (unknown.length < 10) unknown.push(path);
    },
    onProblem: (path, reason) => {
      problems += 1;
      const line = `${path || "."}: ${reason}\n`;
      if (isDryRun) process.stderr.write(line);
      else if (first.length < MAX_FIRST) first.push(line);
    },
  });
  const leftOut = nothing();
  const preview = await previewRecords(sql, options.downloads, asked(sql, options, records, leftOut));
  process.stdout.write(describePreview(preview, { programs, unknown, withoutMetadata, problems }));
  if (options.onlyWanted) process.stdout.write(describeLeftOut(leftOut));
  // Otherwise the import reports them.
  if (preview.records === 0) process.stderr.write(first.join(""));
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
  { preview, ...given }: { link: boolean; correctsDates: boolean; rating: number; preview: Preview },
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
    records: asked(sql, options, records, nothing()),
    ...given,
    onProblem,
    onContradiction: (contradiction) => {
      bar.end();
      process.stderr.write(`${describeContradiction(contradiction)}\n`);
    },
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
  const missing = await countMissingFiles(sql);
  if (missing > 0) process.stdout.write(describeMissing(missing));
  return problems === 0 ? 0 : 1;
}
