/** Creators with similar work (decision 0007). Every step reads a bounded number of rows, however common a tag is. */
import type { RecommendedCreator } from "#shared/entities/creator.ts";
import type { Db } from "../../db/client.ts";
import { listedTotal } from "../../db/totals.ts";

export interface CreatorKey {
  service: string;
  id: string;
}

/** Numbers of the creator's tags that are compared, and of its most distinctive tags that select candidates. */
const MAX_TAGS = 64;
const MAX_SELECTING_TAGS = 24;
/** Candidates before and after the creator for each selecting tag. */
const NEIGHBORS_PER_TAG = 200;
/** Number of candidates compared in full, and of tags for each. */
const MAX_CANDIDATES = 100;
const MAX_CANDIDATE_TAGS = 256;

/**
 * Ranks by cosine similarity of tags: the weight of a tag is the square root of its uses times its rarity in the
 * archive. Undefined if the creator is unknown; excludes hidden creators, the creator itself and its linked accounts.
 */
export async function similarByTags(
  sql: Db,
  { service, id }: CreatorKey,
  limit: number,
): Promise<RecommendedCreator[] | undefined> {
  const rows = await sql<(RecommendedCreator | { id: null })[]>`
    with self as (
      select service, id, relation_id from creators where service = ${service} and id = ${id} and not hidden
    ), mine as materialized (
      select m.word, m.uses, ln(1 + n.count::float / g.post_count) as rarity
      from (
        select t.lower_tag as word, sum(t.post_count)::float as uses
        from creator_tags t where t.service = ${service} and t."user" = ${id} and t.post_count > 0
        group by 1 order by 2 desc, 1 limit ${MAX_TAGS}
      ) m join tags g on g.tag = m.word and g.post_count > 0
      cross join (select ${listedTotal(sql, "posts")} as count) n
    ), reached as materialized (
      select o.service, o."user", sum(l.rarity) as shared
      from (select word, rarity from mine order by sqrt(uses) * rarity desc, word limit ${MAX_SELECTING_TAGS}) l
      cross join lateral (
        select distinct service, "user" from creators_around(l.word, hashtext(${`${service}/${id}`}), ${NEIGHBORS_PER_TAG})
      ) o
      group by 1, 2 order by shared desc, 1, 2 limit ${MAX_CANDIDATES}
    )
    select c.id, c.name, c.service, iso(c.indexed) as indexed, iso(c.updated) as updated, c.public_id, c.relation_id, c.score
    from self left join lateral (
      select c.*, round((v.dot / sqrt(v.norm * (select sum(uses * rarity ^ 2) from mine)))::numeric, 4)::float as score
      from reached r join creators c on c.service = r.service and c.id = r."user"
      cross join lateral (${comparison(sql)}) v
      where not c.hidden and c.relation_id is distinct from coalesce(self.relation_id, -1) and v.dot > 0
      order by score desc, c.service, c.id limit ${limit}
    ) c on c.score > 0
    order by c.score desc, c.service, c.id`;
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null);
}

/** For candidate `c`: squared length of its tag vector, and dot product with `mine`. */
const comparison = (sql: Db) => sql`
  select sum(b.uses * b.rarity ^ 2) as norm, sum(sqrt(b.uses * m.uses) * b.rarity ^ 2) as dot
  from (
    select a.word, a.uses, ln(1 + n.count::float / g.post_count) as rarity
    from (
      select t.lower_tag as word, sum(t.post_count)::float as uses
      from (
        select lower_tag, post_count from creator_tags
        where service = c.service and "user" = c.id and post_count > 0 limit ${MAX_CANDIDATE_TAGS}
      ) t group by 1
    ) a join tags g on g.tag = a.word and g.post_count > 0
    cross join (select ${listedTotal(sql, "posts")} as count) n
  ) b left join mine m using (word)`;

/** The creator and its linked accounts. */
export async function accounts(sql: Db, { service, id }: CreatorKey, limit: number): Promise<CreatorKey[]> {
  return await sql<CreatorKey[]>`
    with self as (select service, id, relation_id from creators where service = ${service} and id = ${id})
    select service, id from self
    union
    (select c.service, c.id from self s join creators c using (relation_id) limit ${limit})`;
}

/** Titles of the creator's newest posts. */
export async function newestTitles(sql: Db, { service, id }: CreatorKey, limit: number): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`
    select title from posts where service = ${service} and "user" = ${id} and not hidden
    order by listed_at desc, id limit ${limit}`;
  return rows.map((row) => row.title);
}

/** Rows of those keys that may be recommended to this creator, in no order. */
export async function recommendable(
  sql: Db,
  { service, id }: CreatorKey,
  keys: readonly CreatorKey[],
): Promise<Omit<RecommendedCreator, "score">[]> {
  return await sql<Omit<RecommendedCreator, "score">[]>`
    select c.id, c.name, c.service, iso(c.indexed) as indexed, iso(c.updated) as updated, c.public_id, c.relation_id
    from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.id)}::text[]) as k (service, id)
    join creators c on c.service = k.service collate "C" and c.id = k.id collate "C"
    join creators s on s.service = ${service} and s.id = ${id}
    where not c.hidden and c.relation_id is distinct from coalesce(s.relation_id, -1)
      and (c.service, c.id) <> (s.service, s.id)`;
}
