import type { GuestListItem, GuestPost } from "#shared/entities/guest-link.ts";
import { MAX_LINKS } from "#shared/rules/guest-links.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";

/** Content that a link shows. */
export interface Shown {
  service: string;
  user: string;
  post?: string | null | undefined;
}

/** True if the post or creator is in the archive and not hidden. */
export async function isShown(db: Db, { service, user, post = null }: Shown): Promise<boolean> {
  const rows = await db`
    select from creators c where c.service = ${service} and c.id = ${user} and not c.hidden and (
      ${post}::text is null
      or exists (select from posts p where p.service = c.service and p."user" = c.id and p.id = ${post} and not p.hidden))`;
  return rows.length > 0;
}

export interface NewLink extends Shown {
  account: number;
  hash: Buffer;
  /** Hashed. */
  password: string | null;
  max_opens: number | null;
  expires_at: string;
}

/** Also deletes links of the account that ended 30 days ago. @returns its id, undefined if the account has too many */
export async function insertLink(db: Db, link: NewLink): Promise<number | undefined> {
  const { account, hash, service, user, post = null, password, max_opens, expires_at } = link;
  await db`delete from guest_links where account = ${account} and expires_at < now() - interval '30 days'`;
  const [made] = await db<{ id: number }[]>`
    insert into guest_links (account, token_hash, service, "user", post, password, max_opens, expires_at)
    select ${account}::integer, ${hash}::bytea, ${service}, ${user}, ${post}::text, ${password}::text,
      ${max_opens}::integer, ${expires_at}::text::timestamp at time zone 'utc'
    where (select count(*) from guest_links where account = ${account}) < ${MAX_LINKS} returning id`;
  return made?.id;
}

/** @param account undefined for that of anyone */
export async function deleteLink(db: Db, account: number | undefined, id: number): Promise<boolean> {
  const { count } = await db`
    delete from guest_links where id = ${id} ${account === undefined ? db`` : db`and account = ${account}`}`;
  return count > 0;
}

export interface StoredLink {
  id: number;
  password: string | null;
}

/** A link that has not ended; it may be used up. */
export async function linkByHash(db: Db, hash: Buffer): Promise<StoredLink | undefined> {
  const [row] = await db<StoredLink[]>`
    select l.id, l.password
    from guest_links l join accounts a on a.id = l.account and not a.disabled
    where l.token_hash = ${hash} and l.expires_at > now()`;
  return row;
}

/** @returns false if the link is used up */
export async function countOpen(db: Db, id: number): Promise<boolean> {
  const { count } = await db`
    update guest_links set opens = opens + 1 where id = ${id} and (max_opens is null or opens < max_opens)`;
  return count > 0;
}

export interface GuestPosts {
  service: GuestPost["service"];
  name: string;
  count: number;
  posts: GuestListItem[];
}

/** Posts of a creator, newest first; undefined if it is unknown or hidden. */
export async function guestPosts(
  db: Db,
  { service, user }: Shown,
  offset: number,
): Promise<GuestPosts | undefined> {
  const [creator] = await db<Omit<GuestPosts, "posts">[]>`
    select service, name, post_count::integer as count from creators
    where service = ${service} and id = ${user} and not hidden`;
  if (creator === undefined) return undefined;
  const posts = await db<GuestListItem[]>`
    select p.id, p.title, iso(p.published) as published, case when p.file <> '{}' then p.file else p.attachments -> 0 end as file
    from posts p where p.service = ${service} and p."user" = ${user} and not p.hidden
    order by p.listed_at desc, p.id offset ${offset} limit ${PAGE_SIZE}`;
  return { ...creator, posts };
}

export async function guestPost(
  db: Db,
  { service, user }: Shown,
  post: string,
): Promise<GuestPost | undefined> {
  const [row] = await db<GuestPost[]>`
    select p.service, c.name as creator, p.id, p.title, p.content, p.embed, iso(p.published) as published,
      case when p.file <> '{}' then jsonb_build_array(p.file) else '[]' end || p.attachments as files
    from posts p join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where p.service = ${service} and p."user" = ${user} and p.id = ${post} and not p.hidden`;
  return row;
}
