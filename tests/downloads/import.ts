/** Folders of downloads for these tests, and imports of them. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { FORMATS, PLAIN } from "#backend/imports/formats/formats.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Format, Found, Reading } from "#backend/imports/formats/lib/format.ts";
import { readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { type Contradiction, importRecords } from "#backend/imports/import.ts";
import { spawnRoost } from "#tests/support/roost.ts";

/** Objects become JSON. */
export async function writeFiles(
  folder: string,
  files: Record<string, string | Buffer | object>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isBytes = typeof content === "string" || Buffer.isBuffer(content);
    await writeFile(join(folder, path), isBytes ? content : JSON.stringify(content));
  }
}

/** Metadata that gallery-dl saves of a Patreon post, with further fields. */
export const patreonPost = (id: number, more: object = {}) => ({
  id,
  title: `Post ${id}`,
  content: `<p>Text ${id}</p>`,
  published_at: "2024-03-04T18:15:30.000+00:00",
  tags: ["harbor"],
  creator: { id: "7", full_name: "Ann", vanity: "ann" },
  category: "patreon",
  subcategory: "creator",
  ...more,
});

/** The same of one of its files. */
export const patreonFile = (id: number, num: number, extension = "png", more: object = {}) =>
  patreonPost(id, { num, filename: `picture ${num}`, extension, type: "image", ...more });

interface ImportSettings {
  formats?: readonly Format[];
  /** In place of what is in the folders. */
  records?: AsyncIterable<Found>;
  link?: boolean;
  zone?: string;
  correctsDates?: boolean;
  /** Whose plain folders are; without it, they are not imported. */
  creator?: ReturnType<Reading["creatorOf"]>;
}

/** Imports folders into a database and a data folder of the test. */
export async function importFolders(
  sql: Sql,
  data: string,
  folders: string[],
  settings: ImportSettings = {},
) {
  const downloads = await Downloads.open(...folders);
  const problems: string[] = [];
  const unknown: string[] = [];
  const programs: string[] = [];
  const onProblem = (path: string, reason: string) => problems.push(`${path}: ${reason}`);
  const records =
    settings.records ??
    readDownloads({
      downloads,
      formats: settings.formats ?? FORMATS,
      zone: settings.zone ?? "UTC",
      ...(settings.creator && { plain: PLAIN }),
      creatorOf: () => settings.creator,
      onProblem,
      onUnknown: ({ path }) => unknown.push(path),
      onRecognized: (program, path) => programs.push(`${program} ${path}`),
    });
  const storage = new DiskStorage(data);
  const { link = false, correctsDates = false } = settings;
  const contradicting: Contradiction[] = [];
  const onContradiction = (one: Contradiction) => contradicting.push(one);
  const options = { link, correctsDates, onProblem, onContradiction };
  const summary = await importRecords({ sql, storage, downloads, records, ...options });
  return { ...summary, list: problems.sort(), contradicting, unknown, programs };
}

const TABLES = [
  "creators",
  "posts",
  "post_revisions",
  "comments",
  "comment_revisions",
  "dms",
  "files",
  "file_uses",
];
const MORE = [
  "discord_channels",
  "discord_messages",
  "discord_message_revisions",
  "shares",
  "share_files",
  "missing_files",
  "index_outbox",
];

/** Everything that an import can change, row by row, with the versions of rows. */
export async function archiveOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of [...TABLES, ...MORE])
    all[table] = await sql<object[]>`select t.xmin::text, t.* from ${sql(table)} t order by t::text`;
  return all;
}

/** `roost import` as a process of its own, which nobody answers. */
export function spawnImport(databaseUrl: string, data: string, args: string[]) {
  const run = spawnRoost(databaseUrl, data, ["import", ...args]);
  run.child.stdin.end();
  return run;
}
