import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { findFault } from "#backend/files/check-file.ts";
import { unmarkDamaged } from "#backend/files/damaged-files.ts";
import { openStorage } from "#backend/files/open.ts";
import { filePath } from "#shared/rules/files.ts";
import { type Finding, ok, warning } from "./checks.ts";

const MAX_LISTED = 20;
const DAY_SECONDS = 86_400;
/** Passes that the worker may be behind. */
const MAX_PASSES = 2;

/** Lists files that are missing or damaged in storage, except those that were restored since. */
export async function checkDamaged(sql: Sql, config: Config): Promise<Finding> {
  const storage = openStorage(config);
  const marked = await sql<{ hash: string; ext: string; fault: string }[]>`
    select hash, ext, fault from damaged_files join files using (hash) order by found_at, hash`;
  const bad: string[] = [];
  for (const { hash, ext, fault } of marked)
    if ((await findFault(storage, filePath(hash, ext))) === undefined) await unmarkDamaged(sql, hash);
    else bad.push(`${filePath(hash, ext)} is ${fault}`);
  if (bad.length === 0) return ok("Files: none is known to be damaged or missing");
  const more = bad.length > MAX_LISTED ? [`and ${bad.length - MAX_LISTED} more`] : [];
  return warning(
    [`Files: ${bad.length} are damaged or missing`, ...bad.slice(0, MAX_LISTED), ...more].join("\n         "),
    config.REPAIR_FROM === undefined
      ? "Set REPAIR_FROM to a backup: the worker replaces them from there (docs/backup.md)."
      : `${config.REPAIR_FROM} does not have them, or they are damaged there too. Restore them from another backup.`,
  );
}

/** Checks that the worker reads all files in time. */
export async function checkScrub(sql: Sql, { SCRUB_DAYS: days }: Config): Promise<Finding> {
  if (days === 0) return warning("Scrub: off (SCRUB_DAYS=0)", "Damage shows only when a file is read.");
  const [row] = await sql<{ checked: number; total: number; finished_at: Date | null; late: boolean }[]>`
    select checked, finished_at, (select count(*) from files) as total,
      now() - greatest(started_at, (select min(added) from files))
        > ${days * MAX_PASSES * DAY_SECONDS} * interval '1 second' as late
    from scrubs where id = 'files'`;
  const last =
    row?.finished_at === null || row === undefined ? "none yet" : row.finished_at.toISOString().slice(0, 10);
  const text = `Scrub: ${row?.checked ?? 0} of ${row?.total ?? 0} files read in this pass, last whole pass: ${last}`;
  if (row?.late !== true) return ok(text);
  return warning(text, "Is the worker running? See ROOST_DATA/logs/worker.log.");
}
