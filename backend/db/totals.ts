/** Numbers of posts, DMs and shares that can be listed, from stored counts. */
import type { Db, Fragment } from "./client.ts";

const COUNTS = { posts: "post_count", dms: "dm_count", shares: "share_count" } as const;

/** Expression: of the archive as a whole, or for a group, of the creators that it sees. */
export function listedTotal(sql: Db, entity: keyof typeof COUNTS): Fragment {
  const count = sql(COUNTS[entity]);
  return sql`(case when viewer_group() is null
    then (select t.count from totals t where t.entity = ${entity})
      - coalesce((select sum(c.${count}) from creators c where c.hidden), 0)
    else coalesce((select sum(c.${count}) from creators c where not c.hidden), 0) end)::bigint`;
}
