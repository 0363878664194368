/** Deletes the bytes of files removed by a takedown; continues after an interruption. */
import type { Sql } from "../db/client.ts";

const PAGE_SIZE = 500;

/** Storage that holds bytes of a stored path: the files themselves, or their thumbnails. */
export interface FileRemover {
  /** A missing path is not an error. */
  remove(path: string): Promise<void>;
}

/** @returns number of deleted files */
export async function deleteRemovedFiles(sql: Sql, removers: readonly FileRemover[]): Promise<number> {
  let gone = 0;
  for (;;) {
    const rows = await sql<{ hash: string; path: string }[]>`
      select hash, path from removed_files where not gone and not held order by hash limit ${PAGE_SIZE}`;
    if (rows.length === 0) return gone;
    for (const { path } of rows) for (const remover of removers) await remover.remove(path);
    await sql`update removed_files set gone = true where hash = any(${rows.map((row) => row.hash)}::text[])`;
    gone += rows.length;
  }
}
