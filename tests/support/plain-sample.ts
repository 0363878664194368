/** Downloads of a program as values that are easy to write down: databases from statements, files by their paths. */
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import type { Format, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { type ReadOptions, readRoot } from "./downloads.ts";
import { type Files, withFiles } from "./read-downloads.ts";

interface Options extends ReadOptions {
  /** Times of the last change by path; 2024-05-05T05:05:05Z for files that are not named. */
  modified?: Record<string, string>;
  /** Statements by the path of the database that they make. */
  databases?: Record<string, string[]>;
}

export interface PlainSample {
  /** Without `from`; files by path, followed by their name where it is another. */
  found: unknown[];
  /** `path: reason` of each fault. */
  reports: string[];
  /** Paths of files that belong to no record and are no metadata. */
  unused: string[];
}

/** @throws Error where a second run reads something else, and as `readSample` does */
export function readPlainSample(format: Format, files: Files, options: Options = {}): Promise<PlainSample> {
  return withFiles(files, async (root) => {
    for (const path of Object.keys(files)) {
      const modified = new Date(options.modified?.[path] ?? "2024-05-05T05:05:05Z");
      await utimes(join(root, path), modified, modified);
    }
    for (const [path, statements] of Object.entries(options.databases ?? {}))
      writeDatabase(root, path, statements);
    const first = await read(format, root, options);
    const second = await read(format, root, options);
    if (JSON.stringify(first) !== JSON.stringify(second))
      throw new Error("The second run read something else.");
    return first;
  });
}

export function writeDatabase(root: string, path: string, statements: readonly string[]): void {
  const database = new sqlite.Database(join(root, path));
  for (const statement of statements) database.exec(statement);
  database.close();
}

async function read(format: Format, root: string, options: Options): Promise<PlainSample> {
  const { records, reports, unused } = await readRoot(format, root, options);
  const found = records.map(({ from, ...record }) =>
    JSON.parse(JSON.stringify(record, (_, value) => withoutEntry(value))),
  );
  return { found, reports, unused };
}

function withoutEntry(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("entry" in value)) return value;
  const { entry, name } = value as LocalFile;
  return entry.name === name ? entry.path : `${entry.path} as ${name}`;
}
