/** Numbers of what can be listed, from stored counts. Groups see those of the creators, posts and ratings that they see. */
import type { Db, Fragment } from "./client.ts";

/** Expression: number of posts of the creator `c`. */
export const seenPosts = (sql: Db): Fragment => sql`(
  c.post_count - case when viewer_group() is null then 0 else
    case (select viewer_rating()) when 0 then c.member_posts + c.adult_posts when 1 then c.adult_posts else 0 end
  end)`;

const COUNTS = {
  posts: seenPosts,
  dms: (sql: Db) => sql`c.dm_count`,
  shares: (sql: Db) => sql`c.share_count`,
};

/** Expression: of the archive as a whole, or for a group. */
export function listedTotal(sql: Db, entity: keyof typeof COUNTS): Fragment {
  const count = COUNTS[entity](sql);
  return sql`(case when viewer_group() is null
    then (select t.count from totals t where t.entity = ${entity})
      - coalesce((select sum(${count}) from creators c where c.hidden), 0)
    else coalesce((select sum(${count}) from creators c where not c.hidden), 0) end)::bigint`;
}

/** Tags in lower case with the number of their posts. @param only just these tags */
export const countedTags = (sql: Db, only?: readonly string[]): Fragment => sql`(
  select tag, post_count from tags where viewer_group() is null ${only === undefined ? sql`` : sql`and tag = any(${[...only]}::text[])`}
  union all
  select t.lower_tag, sum(t.post_count)::integer from creator_tags t
  where viewer_group() is not null ${only === undefined ? sql`` : sql`and t.lower_tag = any(${[...only]}::text[])`}
  group by 1
)`;
