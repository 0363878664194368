/** A takedown reaches the copies in a backup too: they are deleted by the next backup to it. */
import type { Sql } from "#backend/db/client.ts";
import type { Backup } from "./backup.ts";

const PAGE_SIZE = 1_000;

/** @returns number of deleted copies */
export async function deleteRemovedCopies(sql: Sql, backup: Backup): Promise<number> {
  let deleted = 0;
  const pages = sql<{ path: string }[]>`
    select path from removed_files r where not held and not exists (select from files f where f.hash = r.hash)
    order by hash`.cursor(PAGE_SIZE);
  for await (const rows of pages)
    for (const { path } of rows) {
      const name = backup.fileName(path);
      if ((await backup.place.size(name)) === undefined) continue;
      await backup.place.remove(name);
      deleted += 1;
    }
  return deleted;
}
