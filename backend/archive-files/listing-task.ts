/** Lists archive files in the background, so that posts are found by what is in them before anybody opens them. */
import type { Logger } from "pino";
import type { Sql } from "../db/client.ts";
import { isServed } from "../db/is-served.ts";
import type { Task } from "../jobs/tasks.ts";
import type { ArchiveFiles, StoredFile } from "./archive-files.ts";
import { LISTED_EXTENSIONS, readListing } from "./listings.ts";
import { BusyError } from "./reader-output.ts";

const INTERVAL_MS = 20_000;
const BATCH = 20;
/** Ids that a transaction under way may still hold when later ones are there. */
const OPEN_IDS = 100_000;

interface Options {
  sql: Sql;
  archiveFiles: ArchiveFiles;
  signal: AbortSignal;
  log: Logger;
}

/** Reads one file at a time, in the order they came. Those with missing parts or bytes are looked at again. */
export function listingTask({ sql, archiveFiles, signal, log }: Options): Task {
  /** Files up to this id are done, or were when the worker started. */
  let done = 0;
  let last = 0;
  return {
    name: "listings of archive files",
    everyMs: INTERVAL_MS,
    run: async () => {
      const files = await sql<(StoredFile & { id: number })[]>`
        select f.id, f.hash, f.ext, f.size from files f
        where f.id > ${last} and f.ext = any(${LISTED_EXTENSIONS}) and ${isServed(sql)}
          and not exists (select from archive_listings l where l.hash = f.hash)
          and not exists (select from archive_readings r where r.hash = f.hash)
        order by f.id limit ${BATCH}`;
      for (const { id, ...file } of files) {
        if (signal.aborted) return false;
        try {
          await readListing(sql, archiveFiles, { ...file, size: Number(file.size) });
        } catch (error) {
          if (!(error instanceof BusyError)) throw error;
          log.info({ hash: file.hash }, "an archive file is listed later");
        }
        last = id;
      }
      if (files.length > 0) return true;
      const [{ newest }] = await sql<[{ newest: number }]>`select coalesce(max(id), 0) as newest from files`;
      done = Math.max(done, newest - OPEN_IDS);
      last = done;
      return false;
    },
  };
}
