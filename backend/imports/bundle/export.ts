/** Writes all imported content, or a part of it for another archive, as a bundle: the same content gives the same bytes. */
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { z } from "zod";
import type { Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { assertHash, copyOut, FileError, type FileStorage, hashFile } from "#backend/files/storage.ts";
import { filePath, hashOfPath } from "#shared/rules/files.ts";
import { type Entity, RECORDS, type RecordOf, SIGNATURE_FILE } from "./records.ts";
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

/** A part of the archive for another one. */
export interface Part {
  /**
   * Chooses rows, in the transaction of the export.
   * @returns a condition on the row `t` for each entity of the part, and SHA-256 of files that its records must not name
   */
  choose(tx: Tx): Promise<{ conditions: Partial<Record<Entity, string>>; removed: ReadonlySet<string> }>;
  /** @param files SHA-256 by path @returns the signature */
  sign(files: Record<string, string>): object;
}

export interface ExportOptions {
  sql: Sql;
  storage: FileStorage;
  /** Must not exist, or be empty. */
  folder: string;
  /** Exports this only. */
  part?: Part | undefined;
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
  const { part } = options;
  try {
    await mkdir(unfinished, { recursive: true });
    await transaction(
      options.sql,
      async (tx) => {
        const run = { ...options, tx, folder: unfinished, summary, signed: {} };
        if (part === undefined) for (const entity of ENTITIES) await writeEntity(run, entity);
        else await writePart(run, part);
      },
      // A part is chosen in temporary tables.
      { isolation: "repeatable read", readOnly: part === undefined },
    );
    await rename(unfinished, target);
    return summary;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

interface Run extends Omit<ExportOptions, "part"> {
  tx: Tx;
  summary: ExportSummary;
  /** SHA-256 by path of the files of a part. */
  signed: Record<string, string>;
  /** Files that records of a part must not name. */
  removed?: ReadonlySet<string>;
}

async function writePart(options: Run, { choose, sign }: Part): Promise<void> {
  const { conditions, removed } = await choose(options.tx);
  const run = { ...options, removed };
  for (const entity of ENTITIES) {
    const condition = conditions[entity];
    if (condition === undefined) continue;
    await writeEntity(run, entity, condition);
    const path = `${entity}.ndjson`;
    run.signed[path] = (await hashFile(join(run.folder, path))).hash;
  }
  const out = await open(join(run.folder, SIGNATURE_FILE), "wx");
  try {
    await out.writeFile(`${JSON.stringify(sign(run.signed))}\n`);
    await out.sync();
  } finally {
    await out.close();
  }
}

/** @param condition of the rows of a part; undefined for all */
async function writeEntity(run: Run, entity: Entity, condition?: string): Promise<void> {
  const { tx, folder, summary, removed } = run;
  const out = await open(join(folder, `${entity}.ndjson`), "wx");
  try {
    let count = 0;
    await out.writeFile(`${JSON.stringify({ roost: BUNDLE_VERSION, entity })}\n`);
    for await (const rows of tx<Fields[]>`${tx.unsafe(selectStatement(entity, condition))}`.cursor(
      PAGE_SIZE,
    )) {
      const records = removed === undefined ? rows : rows.map((row) => forOthers(entity, row, removed));
      await out.writeFile(records.map((row) => `${JSON.stringify(canonical(entity, row))}\n`).join(""));
      if (entity === "files") {
        for (const row of rows) await bringFile(row as RecordOf<"files">, run);
      }
      count += rows.length;
      run.onProgress?.({ entity, records: count });
    }
    summary.written[entity] = count;
    await out.sync();
  } finally {
    await out.close();
  }
}

/** Leaves out what is this archive's own, and files that it has taken down. */
function forOthers(entity: Entity, row: Fields, removed: ReadonlySet<string>): Fields {
  const isRemoved = (path: unknown) => typeof path === "string" && removed.has(hashOfPath(path) ?? "");
  const own = { ...row };
  for (const count of ["favorited", "fav_count"]) if (count in own) own[count] = 0;
  if (entity === "creators") own["relation_id"] = null;
  for (const picture of ["icon", "banner"]) if (isRemoved(own[picture])) own[picture] = null;
  const { file, attachments } = row as { file?: { path?: string }; attachments?: { path?: string }[] };
  if (isRemoved(file?.path)) own["file"] = {};
  if (attachments !== undefined) own["attachments"] = attachments.filter(({ path }) => !isRemoved(path));
  return own;
}

/** Sorts keys by the schema, also nested ones, since jsonb does not preserve their order. Rows that do not match stay unchanged. */
function canonical(entity: Entity, row: Fields): Fields {
  const schema: z.ZodType<Fields> = RECORDS[entity];
  const parsed = schema.safeParse(row);
  return parsed.success ? parsed.data : row;
}

async function bringFile(
  record: RecordOf<"files">,
  { storage, folder, summary, signed, removed, onProblem }: Run,
): Promise<void> {
  const path = filePath(record.hash, record.ext);
  const target = join(folder, "files", path);
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyOut(storage, path, target);
    if (removed === undefined) return;
    assertHash(path, (await hashFile(target)).hash);
    signed[`files${path}`] = record.hash;
  } catch (error) {
    const isDamaged = error instanceof FileError && error.fault === "hash mismatch" && removed !== undefined;
    if (!isDamaged && !(error instanceof FileError && error.fault === "missing file")) throw error;
    if (isDamaged) await rm(target, { force: true });
    summary.missing += 1;
    onProblem?.(isDamaged ? `${path} is damaged` : `${path} has a record but is not in the store`);
  }
}
