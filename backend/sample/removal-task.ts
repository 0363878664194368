/** Removes the sample when an administrator asks for it on screen. */
import type { Sql } from "../db/client.ts";
import type { Task } from "../jobs/tasks.ts";
import type { FileRemover } from "../takedowns/removed-files.ts";
import { removeSample } from "./remove.ts";

/** Finds a removal that a stopped process left. */
const POLL_INTERVAL_MS = 30_000;

export const sampleRemovalTask = (sql: Sql, storage: FileRemover): Task => ({
  name: "sample",
  everyMs: POLL_INTERVAL_MS,
  run: async () => {
    const rows = await sql`select from site_settings where sample = 'removing'`;
    if (rows.length > 0) await removeSample(sql, [storage]);
  },
});
