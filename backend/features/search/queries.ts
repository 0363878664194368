import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { Db } from "../../db/client.ts";
import { countedTags, seenPosts } from "../../db/totals.ts";

type Hit = { service: string; id: string };

/**
 * Drops hits whose row is deleted or hidden: the index may be a moment behind. The others get their present numbers of posts,
 * in a group of those that it sees.
 */
export async function existingHits<P extends Hit>(
  sql: Db,
  found: Omit<SearchAnswer, "posts"> & { posts: P[] },
): Promise<Omit<SearchAnswer, "posts"> & { posts: P[] }> {
  const { creators, posts, dms, tags } = found;
  if (creators.length + posts.length + dms.length + tags.length === 0) return found;
  const rows = await sql<{ kind: string; service: string; key: string; posts: number | null }[]>`
    select 'creator' as kind, c.service, c.id as key, ${seenPosts(sql)} as posts
    from unnest(${creators.map((hit) => hit.service)}::text[], ${creators.map((hit) => hit.id)}::text[]) as hit (service, id)
    join creators c on c.service = hit.service and c.id = hit.id
    where not c.hidden
    union all
    select 'post', p.service, p.id, null
    from unnest(${posts.map((hit) => hit.service)}::text[], ${posts.map((hit) => hit.id)}::text[]) as hit (service, id)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    union all
    select 'dm', d.service, d.hash, null
    from dms d join creators c on c.service = d.service and c.id = d."user"
    where d.hash = any(${dms.map((hit) => hit.hash)}::text[]) and not d.hidden and not c.hidden
    union all
    select 'tag', '', tag, post_count from ${countedTags(
      sql,
      tags.map((hit) => hit.tag),
    )} counted where post_count > 0`;
  const there = new Map(rows.map((row) => [JSON.stringify([row.kind, row.service, row.key]), row.posts]));
  const find = (kind: string, service: string, key: string) =>
    there.get(JSON.stringify([kind, service, key]));
  const has = (kind: string, service: string, key: string) => find(kind, service, key) !== undefined;
  const counted = <H extends { post_count: number }>(hit: H, posts: number | null | undefined) =>
    typeof posts === "number" ? [{ ...hit, post_count: posts }] : [];
  return {
    creators: creators.flatMap((hit) => counted(hit, find("creator", hit.service, hit.id))),
    posts: posts.filter((hit) => has("post", hit.service, hit.id)),
    dms: dms.filter((hit) => has("dm", hit.service, hit.hash)),
    tags: tags.flatMap((hit) => counted(hit, find("tag", "", hit.tag))),
  };
}
