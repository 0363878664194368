/** Deletes the bytes of files that a takedown removed; asked again after an interruption, it goes on. */
import type { Sql } from "../db/client.ts";

const PAGE = 500;

/** Whoever keeps bytes of a stored path: the store itself, and the pictures made from it. */
export interface Keeper {
  /** A path that is not there is no failure. */
  remove(path: string): Promise<void>;
}

/** @returns how many files went */
export async function deleteRemovedFiles(sql: Sql, keepers: readonly Keeper[]): Promise<number> {
  let gone = 0;
  for (;;) {
    const rows = await sql<{ hash: string; path: string }[]>`
      select hash, path from removed_files where not gone and not held order by hash limit ${PAGE}`;
    if (rows.length === 0) return gone;
    for (const { path } of rows) for (const keeper of keepers) await keeper.remove(path);
    await sql`update removed_files set gone = true where hash = any(${rows.map((row) => row.hash)}::text[])`;
    gone += rows.length;
  }
}
