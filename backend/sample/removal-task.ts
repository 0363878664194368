/** Removes the sample when an administrator asks for it on screen. */
import type { Db, Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import type { FileRemover } from "../takedowns/removed-files.ts";
import { removeSample } from "./remove.ts";

const TASK = "sample";
/** Finds a removal that a stopped process left. */
const POLL_INTERVAL_MS = 30_000;

/** @returns false if there is no sample */
export async function requestRemoval(db: Db): Promise<boolean> {
  const { count } = await db`update site_settings set sample = 'removing' where sample = 'loaded'`;
  if (count > 0) await db`select pg_notify('roost_jobs', ${TASK})`;
  return count > 0;
}

export const sampleRemovalTask = (sql: Sql, storage: FileRemover): Task => ({
  name: TASK,
  everyMs: POLL_INTERVAL_MS,
  run: async () => {
    const rows = await sql`select from site_settings where sample = 'removing'`;
    if (rows.length > 0) await removeSample(sql, [storage]);
  },
});
