/**
 * Deletes content that is due, and this process's copies of removed files, including takedowns made on another machine.
 */
import type { Logger } from "pino";
import type { Sql } from "../db/client.ts";
import { deleteRemovedFiles, type FileRemover } from "./removed-files.ts";
import { purgeDue } from "./take-down.ts";

const POLL_INTERVAL_MS = 5_000;
const PAGE_SIZE = 500;

/**
 * Finishes interrupted deletions at once, then polls every five seconds.
 * @param storage the file storage; `copies` are this machine's thumbnails and unpacked files
 * @returns a function that stops it
 */
export function followTakedowns(
  sql: Sql,
  storage: FileRemover,
  copies: readonly FileRemover[],
  log: Logger,
): () => void {
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const round = async () => {
    try {
      await purgeDue(sql);
      await deleteRemovedFiles(sql, [storage]);
      done = await deleteCopies(sql, copies, done);
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "takedowns not followed yet",
      );
    }
    if (!stopped) timer = setTimeout(round, POLL_INTERVAL_MS).unref();
  };
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** @returns number of the last processed takedown */
async function deleteCopies(sql: Sql, copies: readonly FileRemover[], after: number): Promise<number> {
  let done = after;
  for (;;) {
    const [last] = await sql<{ seq: number | null }[]>`select max(seq) as seq from takedowns`;
    if (last?.seq === null || last === undefined || last.seq <= done) return done;
    for (let behind = ""; ; ) {
      const rows = await sql<{ hash: string; path: string }[]>`
        select hash, path from removed_files
        where takedown > ${done} and takedown <= ${last.seq} and hash > ${behind} order by hash limit ${PAGE_SIZE}`;
      for (const { path } of rows) for (const copy of copies) await copy.remove(path);
      behind = rows.at(-1)?.hash ?? behind;
      if (rows.length < PAGE_SIZE) break;
    }
    done = last.seq;
  }
}
