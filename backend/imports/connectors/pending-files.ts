/** Files of reviewed DMs: stored in the archive or deleted (docs/decisions/0036-dm-review.md). */
import { createReadStream } from "node:fs";
import { access, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Sql } from "#backend/db/client.ts";
import type { FileStorage } from "#backend/files/storage.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { importRecords } from "#backend/imports/import.ts";
import { pendingFolder } from "./records.ts";

export interface PendingFilesOptions {
  sql: Sql;
  storage: FileStorage;
  /** The data folder. */
  data: string;
  log: Logger;
}

interface Approved {
  account: number;
  service: string;
  hash: string;
  fields: Found["fields"];
  files: { name: string; path: string }[];
}

/**
 * Adds the files of approved DMs to their public rows with the usual import, which is idempotent.
 * DMs whose files are on the machine of another importer are left to that importer.
 */
export async function publishFiles({ sql, storage, data, log }: PendingFilesOptions): Promise<void> {
  const folder = pendingFolder(data);
  const approved = await sql<Approved[]>`
    select account, service, hash, fields, files from pending_dms where status = 'approved' order by imported_at`;
  const isHere = await Promise.all(approved.map(({ files }) => areThere(folder, files)));
  const local = approved.filter((_, at) => isHere[at]);
  if (local.length === 0) return;
  const records = (async function* () {
    for (const dm of local) yield recordOf(folder, dm);
  })();
  const onProblem = (path: string, reason: string) => log.warn({ path, reason }, "file of a DM");
  await importRecords({ sql, storage, downloads: await Downloads.open(folder), records, onProblem });
  await sql`
    delete from pending_dms p
    using unnest(${local.map(({ account }) => account)}::integer[], ${local.map(({ service }) => service)}::text[],
      ${local.map(({ hash }) => hash)}::text[]) k (account, service, hash)
    where p.account = k.account and p.service = k.service and p.hash = k.hash and p.status = 'approved'`;
}

async function areThere(folder: string, files: Approved["files"]): Promise<boolean> {
  const found = await Promise.allSettled(files.map(({ path }) => access(join(folder, path))));
  return found.every(({ status }) => status === "fulfilled");
}

function recordOf(folder: string, { fields, files }: Approved): Found {
  const [file, ...attachments] = files.map(
    ({ name, path }): LocalFile => ({
      entry: { path, name, isFolder: false },
      name,
      // Passed as bytes, so that the import does not remember its path.
      bytes: () => createReadStream(join(folder, path)),
    }),
  );
  return { entity: "dms", fields: { ...fields, file, attachments }, from: "" } as Found;
}

/** Deletes files not referenced by a DM: the DM or its account was deleted, or its files are already stored. */
export async function deleteUnnamedFiles({ sql, data }: PendingFilesOptions): Promise<void> {
  const folder = pendingFolder(data);
  const imports = await readdir(folder).catch(() => []);
  for (const id of imports) {
    const paths = (await readdir(join(folder, id))).map((name) => `${id}/${name}`);
    // Queried after reading the folder: a running import copies files before it writes their row.
    const [row] = await sql<[{ running: boolean; named: string[] }]>`
      select exists (select from imports where id = ${id} and state = 'running') as running, array(
        select f ->> 'path' from pending_dms, json_array_elements(files) f where f ->> 'path' = any(${paths}::text[])) as named`;
    if (row.running) continue;
    const named = new Set(row.named);
    const unnamed = paths.filter((path) => !named.has(path));
    for (const path of unnamed) await rm(join(folder, path), { force: true });
    // Fails if a file was added meanwhile.
    if (unnamed.length === paths.length) await rmdir(join(folder, id)).catch(() => {});
  }
}
