import { randomBytes } from "node:crypto";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import type { Db } from "../../db/client.ts";

const LATEST = 20;

const columns = (db: Db) => db`
  id, state, iso(created_at) as created_at, zone, preview, progress, result, problems, problems_count, error`;

export async function latestDownloads(db: Db): Promise<DownloadImport[]> {
  return await db<DownloadImport[]>`
    select ${columns(db)} from download_imports order by download_imports.created_at desc limit ${LATEST}`;
}

export async function downloadImport(db: Db, id: string): Promise<DownloadImport | undefined> {
  const [row] = await db<DownloadImport[]>`select ${columns(db)} from download_imports where id = ${id}`;
  return row;
}

export async function addDownload(db: Db, account: number): Promise<DownloadImport> {
  const [row] = await db<[DownloadImport]>`
    insert into download_imports (id, account) values (${randomBytes(16).toString("base64url")}, ${account})
    returning ${columns(db)}`;
  return row;
}

/** A file was received. @returns whether the import still takes files */
export async function noteReceived(db: Db, id: string): Promise<boolean> {
  const { count } = await db`
    update download_imports set changed_at = now() where id = ${id} and state = 'receiving'`;
  return count > 0;
}

export interface FolderCreator {
  path: string;
  service: string;
  id: string;
  name: string;
}

/** @returns undefined where the import is past its preview, or not there */
export async function requestScan(
  db: Db,
  id: string,
  { zone, creators }: { zone: string; creators: FolderCreator[] },
): Promise<DownloadImport | undefined> {
  const [row] = await db<DownloadImport[]>`
    update download_imports set state = 'scanning', zone = ${zone}, creators = ${db.json(creators as never)},
      preview = null, progress = null, problems = '[]', problems_count = 0, changed_at = now()
    where id = ${id} and state in ('receiving', 'scanned') returning ${columns(db)}`;
  return row;
}

/** Also of one that failed. @returns undefined where there is no preview yet, or the import has begun or is not there */
export async function requestImport(db: Db, id: string): Promise<DownloadImport | undefined> {
  const [row] = await db<DownloadImport[]>`
    update download_imports set state = 'importing', progress = null, problems = '[]', problems_count = 0, error = null,
      changed_at = now()
    where id = ${id} and preview is not null and state in ('scanned', 'failed') returning ${columns(db)}`;
  return row;
}

/** What works on it finds it gone and ends. @returns whether it was there */
export async function removeDownload(db: Db, id: string): Promise<boolean> {
  const { count } = await db`delete from download_imports where id = ${id}`;
  return count > 0;
}
