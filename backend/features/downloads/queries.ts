import { randomBytes } from "node:crypto";
import type { DownloadImport, DownloadProblem } from "#shared/entities/download-import.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";

const MAX_LISTED = 20;

const columns = (db: Db) => db`
  id, state, iso(created_at) as created_at, zone, preview, progress, result, problems_count, error`;

export async function latestDownloads(db: Db): Promise<DownloadImport[]> {
  return await db<DownloadImport[]>`
    select ${columns(db)} from download_imports order by download_imports.created_at desc limit ${MAX_LISTED}`;
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

/** Records a received file. @returns true if the import still accepts files */
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

export interface ScanRequest {
  zone: string;
  creators: FolderCreator[];
  /** Undefined keeps those of an earlier request. */
  skipped?: DownloadProblem[] | undefined;
}

/** @returns undefined if the import is past its preview, or does not exist */
export async function requestScan(
  db: Db,
  id: string,
  { zone, creators, skipped }: ScanRequest,
): Promise<DownloadImport | undefined> {
  const [row] = await db<DownloadImport[]>`
    update download_imports set state = 'scanning', zone = ${zone}, creators = ${db.json(creators as never)},
      skipped = ${skipped === undefined ? db`skipped` : db.json(skipped as never)},
      preview = null, progress = null, problems_count = 0, changed_at = now()
    where id = ${id} and state in ('receiving', 'scanned') returning ${columns(db)}`;
  return row;
}

/**
 * Also restarts a failed import.
 * @param rating undefined keeps that of an earlier request
 * @returns undefined if there is no preview, or the import has started or does not exist
 */
export async function requestImport(
  db: Db,
  id: string,
  rating: Rating | undefined,
): Promise<DownloadImport | undefined> {
  const [row] = await db<DownloadImport[]>`
    update download_imports set state = 'importing', rating = ${rating === undefined ? db`rating` : RATINGS.indexOf(rating)}, progress = null, problems_count = 0, error = null, changed_at = now()
    where id = ${id} and preview is not null and state in ('scanned', 'failed') returning ${columns(db)}`;
  return row;
}

/** A page of what the latest preview or import left out. */
export async function problemsOf(db: Db, id: string, offset: number): Promise<DownloadProblem[]> {
  return await db<DownloadProblem[]>`
    select path, reason from download_problems where import = ${id} order by n ${pageAt(db, offset, PAGE_SIZE)}`;
}

/** Running work notices the missing row and stops. @returns false if it did not exist */
export async function removeDownload(db: Db, id: string): Promise<boolean> {
  const { count } = await db`delete from download_imports where id = ${id}`;
  return count > 0;
}
