import { REMOVED_PAGE, type Removed } from "#shared/contracts/removed.ts";
import type { Db } from "../../db/client.ts";

/** Behind the number `since`, oldest first; the answer's own `since` is the last one's number. */
export async function removedAfter(sql: Db, since: number): Promise<{ since: number; removed: Removed[] }> {
  const rows = await sql<(Removed & { seq: number })[]>`
    select seq, service, "user", post from takedowns where seq > ${since} order by seq limit ${REMOVED_PAGE}`;
  return {
    since: rows.at(-1)?.seq ?? since,
    removed: rows.map(({ seq, ...removed }) => removed),
  };
}
