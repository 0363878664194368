/** Post fields used by feeds. */
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";

export interface FeedPost {
  service: string;
  user: string;
  id: string;
  title: string;
  /** Beginning of its HTML. */
  content: string;
  added: string | null;
  published: string | null;
  edited: string | null;
  tags: string[] | null;
  creator: string;
}

/** HTML read per post, in characters. */
const CONTENT_LENGTH = 4_000;

/** In the order of the keys; skips deleted and hidden ones. */
export async function feedPosts(
  sql: Db,
  keys: readonly { service: string; id: string }[],
): Promise<FeedPost[]> {
  if (keys.length === 0) return [];
  const services = keys.map((key) => key.service);
  const ids = keys.map((key) => key.id);
  return await sql<FeedPost[]>`
    select p.service, p."user", p.id, p.title, left(p.content, ${CONTENT_LENGTH}) as content, iso(p.added) as added,
      iso(p.published) as published, iso(p.edited) as edited, p.tags, c.name as creator
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, position)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden
    order by hit.position`;
}

/** @returns undefined if the creator is unknown or hidden */
export async function creatorName(sql: Db, service: string, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select name from creators where service = ${service} and id = ${id} and not hidden`;
  return row?.name;
}

/** Maximum age of posts in the favorites feed. */
const DAYS = 90;

/** @returns undefined if there is no such feed, or its account is disabled */
export async function feedAccount(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ account: number }[]>`
    select f.account from favorites_feeds f join accounts a on a.id = f.account and not a.disabled
    where f.token_hash = ${tokenHash}`;
  return row?.account;
}

/** Newest added posts of an account's favorite creators. */
export async function newestOfFavorites(db: Db, account: number): Promise<{ service: string; id: string }[]> {
  return await db<{ service: string; id: string }[]>`
    select p.service, p.id from favorite_creators f
    join creators c on c.service = f.service and c.id = f.id and not c.hidden
    join posts p on p.service = f.service and p."user" = f.id and not p.hidden
      and p.added_at > now() - ${DAYS} * interval '1 day'
    where f.account = ${account} order by p.added_at desc, p.service, p.id limit ${PAGE_SIZE}`;
}
