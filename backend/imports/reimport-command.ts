/** `roost reimport`: reads what programs saved of posts again, with the readers of today. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { orResumable } from "#backend/imports/bundle/ingest-command.ts";
import { clock, progressBar } from "#backend/imports/bundle/progress.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { isDownloadPath } from "#shared/rules/download-path.ts";
import { FORMATS } from "./formats/formats.ts";
import { Downloads } from "./formats/lib/folder.ts";
import type { Found } from "./formats/lib/format.ts";
import { readDownloads } from "./formats/lib/recognize.ts";
import { DEFAULT_ZONE, importRecords } from "./import.ts";
import { type PostSource, postSources } from "./post-sources.ts";
import { describeSummary } from "./report.ts";

/** @param program name of a format; all without it @returns exit code: 1 if something was not read */
export function reimportCommand(program: string | undefined): Promise<number> {
  const names = FORMATS.map(({ name }) => name);
  if (program !== undefined && !names.includes(program))
    throw new ExpectedError(`--format ${program}: expected one of ${names.join(", ")}`);
  return orResumable(async () => {
    const config = readConfig();
    const settings = { statementTimeout: 0, max: 4, name: "roost-reimport" };
    return await withDatabase(config, settings, async (sql) => {
      const folder = await mkdtemp(join(tmpdir(), "roost-reimport-"));
      try {
        return await reimport(sql, openStorage(config), folder, program);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
}

async function reimport(
  sql: Sql,
  storage: ReturnType<typeof openStorage>,
  folder: string,
  program: string | undefined,
): Promise<number> {
  const bar = progressBar(process.stderr);
  const started = Date.now();
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::integer as total from post_sources where ${program ?? null}::text is null or program = ${program ?? null}`;
  let faults = 0;
  const onProblem = (path: string, reason: string) => {
    faults += 1;
    bar.end();
    process.stderr.write(`${path}: ${reason}\n`);
  };
  const summary = await importRecords({
    sql,
    storage,
    downloads: await Downloads.open(folder),
    records: recordsOf(postSources(sql, program), folder, onProblem),
    onProblem,
    onProgress: ({ records }) => bar.show({ what: "posts", records, done: records, total }),
  });
  bar.end();
  process.stdout.write(describeSummary(summary, faults, clock((Date.now() - started) / 1000)));
  return faults === 0 ? 0 : 1;
}

/** Yields what the sources say of their posts, without files, which are in the archive. */
async function* recordsOf(
  sources: AsyncIterable<PostSource>,
  folder: string,
  onProblem: (path: string, reason: string) => void,
): AsyncGenerator<Found> {
  let count = 0;
  for await (const source of sources) {
    const { service, post, program, files } = source;
    count += 1;
    const place = join(folder, String(count));
    try {
      for (const [path, bytes] of Object.entries(files).filter(([path]) => isDownloadPath(path))) {
        await mkdir(dirname(join(place, path)), { recursive: true });
        await writeFile(join(place, path), bytes);
      }
      const found = await postOf(source, await Downloads.open(place));
      if (found === undefined) onProblem(`${service}/${post}`, `is not recognized as ${program}'s any more`);
      else yield found;
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  }
}

async function postOf({ service, post }: PostSource, downloads: Downloads): Promise<Found | undefined> {
  const records = readDownloads({
    downloads,
    formats: FORMATS,
    zone: DEFAULT_ZONE,
    creatorOf: () => undefined,
    onProblem: () => {}, // files, which are not beside the texts
  });
  let found: Found | undefined;
  for await (const record of records)
    if (record.entity === "posts" && record.fields.service === service && record.fields.id === post) {
      const { file: _, attachments: __, ...fields } = record.fields;
      const { from, neighbors } = record;
      found = { entity: "posts", fields, from, neighbors };
    }
  return found;
}
