/** Writes all imported content as a bundle: the same content gives the same bytes. */
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { z } from "zod";
import type { Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { copyOut, FileError, type FileStorage } from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";
import { type Entity, RECORDS, type RecordOf } from "./records.ts";
import { BUNDLE_VERSION, BundleError, ENTITIES } from "./source.ts";
import { selectStatement } from "./statements.ts";
import type { Fields } from "./validate.ts";

const PAGE_SIZE = 200;

export interface ExportProgress {
  entity: Entity;
  records: number;
}

export interface ExportSummary {
  written: Partial<Record<Entity, number>>;
  /** Files with a record but no bytes in storage. */
  missing: number;
}

export interface ExportOptions {
  sql: Sql;
  storage: FileStorage;
  /** Must not exist, or be empty. */
  folder: string;
  onProgress?: (progress: ExportProgress) => void;
  onProblem?: (reason: string) => void;
}

/**
 * Exports one consistent snapshot of the database, written to a temporary folder and then renamed to `folder`.
 * @throws BundleError if the folder is in use
 */
export async function exportBundle(options: ExportOptions): Promise<ExportSummary> {
  const target = resolve(options.folder);
  const present = await readdir(target).catch(() => []);
  if (present.length > 0) throw new BundleError(`${options.folder} is not empty: name a new folder`);
  const unfinished = `${target}.part-${process.pid}`;
  const summary: ExportSummary = { written: {}, missing: 0 };
  try {
    await mkdir(unfinished, { recursive: true });
    await transaction(
      options.sql,
      async (tx) => {
        for (const entity of ENTITIES) await writeEntity(tx, entity, unfinished, options, summary);
      },
      { isolation: "repeatable read", readOnly: true },
    );
    await rename(unfinished, target);
    return summary;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeEntity(
  tx: Tx,
  entity: Entity,
  folder: string,
  options: ExportOptions,
  summary: ExportSummary,
): Promise<void> {
  const out = await open(join(folder, `${entity}.ndjson`), "wx");
  try {
    let count = 0;
    await out.writeFile(`${JSON.stringify({ roost: BUNDLE_VERSION, entity })}\n`);
    for await (const rows of tx<Fields[]>`${tx.unsafe(selectStatement(entity))}`.cursor(PAGE_SIZE)) {
      await out.writeFile(rows.map((row) => `${JSON.stringify(canonical(entity, row))}\n`).join(""));
      if (entity === "files") {
        for (const row of rows) await bringFile(row as RecordOf<"files">, folder, options, summary);
      }
      count += rows.length;
      options.onProgress?.({ entity, records: count });
    }
    summary.written[entity] = count;
    await out.sync();
  } finally {
    await out.close();
  }
}

/** Sorts keys by the schema, also nested ones, since jsonb does not preserve their order. Rows that do not match stay unchanged. */
function canonical(entity: Entity, row: Fields): Fields {
  const schema: z.ZodType<Fields> = RECORDS[entity];
  const parsed = schema.safeParse(row);
  return parsed.success ? parsed.data : row;
}

async function bringFile(
  record: RecordOf<"files">,
  folder: string,
  options: ExportOptions,
  summary: ExportSummary,
): Promise<void> {
  const path = filePath(record.hash, record.ext);
  const target = join(folder, "files", path);
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyOut(options.storage, path, target);
  } catch (error) {
    if (!(error instanceof FileError) || error.fault !== "missing file") throw error;
    summary.missing += 1;
    options.onProblem?.(`${path} has a record but is not in the store`);
  }
}
