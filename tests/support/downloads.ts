import { checkLine } from "#backend/imports/bundle/validate.ts";
import { UNDATED } from "#backend/imports/creators.ts";
import { FORMATS, PLAIN } from "#backend/imports/formats/formats.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Format, Found, Reading } from "#backend/imports/formats/lib/format.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { type Files, withFiles } from "./read-downloads.ts";

export interface Sample {
  records: Found[];
  /** `path: reason` of each fault. */
  reports: string[];
  /** Programs whose downloads were recognized. */
  programs: Set<string>;
  /** Paths of files that belong to no record and are no metadata. */
  unused: string[];
}

export type ReadOptions = Partial<Pick<Reading, "zone" | "creatorOf">>;

/** Reads a sample of a program's downloads; also checks that no other format claims them. */
export function readSample(format: Format, files: Files, options: ReadOptions = {}): Promise<Sample> {
  return withFiles(files, (root) => readRoot(format, root, options));
}

/** The same of a folder that is there. What no program has read is left to the plain folder only to test that one. */
export async function readRoot(
  format: Format,
  root: string,
  { zone = "UTC", creatorOf = () => undefined }: ReadOptions = {},
): Promise<Sample> {
  const sample: Sample = { records: [], reports: [], programs: new Set(), unused: [] };
  const records = readDownloads({
    downloads: await Downloads.open(root),
    formats: FORMATS,
    plain: format === PLAIN ? PLAIN : undefined,
    zone,
    creatorOf,
    onRecognized: (program) => sample.programs.add(program),
    onProblem: (path, reason) => sample.reports.push(`${path}: ${reason}`),
    onUnknown: ({ path }) => sample.unused.push(path),
  });
  for await (const record of records) {
    const { program: _, ...rest } = record; // the sample is of one
    sample.records.push(rest as Found);
    refuseMisfit(record);
  }
  const otherPrograms = [...sample.programs].filter((name) => name !== format.name);
  if (otherPrograms.length > 0) throw new Error(`Recognized as downloads of ${otherPrograms.join(", ")}.`);
  return sample;
}

/** Records without their files are what a bundle holds, but for what an import fills in. */
function refuseMisfit({ entity, fields }: Found): void {
  const { file, attachments, icon, banner, files, ...rest } = fields as Record<string, unknown>;
  const filled = entity === "creators" ? { indexed: UNDATED, updated: UNDATED } : {};
  const numbered = entity === "post_revisions" ? { revision_id: 1 } : {};
  const result = checkLine(entity, JSON.stringify({ ...rest, ...filled, ...numbered }));
  if (!("fields" in result)) throw new Error(`${entity}: ${result.reason}`);
}
