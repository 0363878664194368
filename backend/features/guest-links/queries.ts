import type { GuestListItem, GuestPost, GuestPostKey } from "#shared/entities/guest-link.ts";
import { MAX_LINKS } from "#shared/rules/guest-links.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { seenPosts } from "../../db/totals.ts";
import { isOfLink, type Shown } from "../../guests/guests.ts";

/** A post or creator that a new link is of. */
interface Subject {
  service: string;
  user: string;
  post: string | null;
}

/** True if the post or creator is in the archive and not hidden. */
export async function isShown(db: Db, { service, user, post }: Subject): Promise<boolean> {
  const rows = await db`
    select from creators c where c.service = ${service} and c.id = ${user} and not c.hidden and (
      ${post}::text is null
      or exists (select from posts p where p.service = c.service and p."user" = c.id and p.id = ${post} and not p.hidden))`;
  return rows.length > 0;
}

/** @returns those of the posts that are in the archive and not hidden, in the same order, each once */
export async function shownPosts(db: Db, posts: readonly GuestPostKey[]): Promise<GuestPostKey[]> {
  return await db<GuestPostKey[]>`
    select p.service, p.id
    from rows from (jsonb_to_recordset(${db.json([...posts])}) as (service text, id text)) with ordinality as a (service, id, at)
      join posts p on p.service = a.service collate "C" and p.id = a.id collate "C" and not p.hidden
      join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    group by p.service, p.id order by min(a.at)`;
}

export interface NewLink {
  account: number;
  /** Undefined for a collection. */
  subject: Subject | undefined;
  /** Undefined for a post or creator. */
  collection: { title: string; posts: readonly GuestPostKey[] } | undefined;
  hash: Buffer;
  /** Hashed. */
  password: string | null;
  max_opens: number | null;
  expires_at: string;
}

/** Also deletes links of the account that ended 30 days ago. @returns its id, undefined if the account has too many */
export async function insertLink(db: Db, link: NewLink): Promise<number | undefined> {
  const { account, hash, subject, collection, password, max_opens, expires_at } = link;
  await db`delete from guest_links where account = ${account} and expires_at < now() - interval '30 days'`;
  const [made] = await db<{ id: number }[]>`
    insert into guest_links (account, token_hash, service, "user", post, title, password, max_opens, expires_at)
    select ${account}::integer, ${hash}::bytea, ${subject?.service ?? null}::text, ${subject?.user ?? null}::text,
      ${subject?.post ?? null}::text, ${collection?.title ?? null}::text, ${password}::text, ${max_opens}::integer, ${expires_at}::text::timestamp at time zone 'utc'
    where (select count(*) from guest_links where account = ${account}) < ${MAX_LINKS} returning id`;
  if (made === undefined) return undefined;
  if (collection !== undefined)
    await db`
      insert into guest_link_posts (link, service, post, position)
      select ${made.id}, a.service, a.id, a.at
      from rows from (jsonb_to_recordset(${db.json([...collection.posts])}) as (service text, id text))
        with ordinality as a (service, id, at)`;
  return made.id;
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

/** True for each link that has neither expired nor been revoked, in the order of the hashes. */
export async function areOpen(db: Db, hashes: readonly Buffer[]): Promise<boolean[]> {
  const rows = await db<{ open: boolean }[]>`
    select exists (
      select from guest_links l join accounts a on a.id = l.account and not a.disabled
      where l.token_hash = decode(t.hash, 'hex') and l.expires_at > now()
    ) as open from unnest(${hashes.map((hash) => hash.toString("hex"))}::text[]) with ordinality as t (hash, at) order by t.at`;
  return rows.map(({ open }) => open);
}

export interface GuestPosts {
  name: string;
  count: number;
  posts: GuestListItem[];
}

/** Posts of a creator, newest first, or of a collection; undefined if the creator is unknown or hidden. */
export async function guestPosts(db: Db, shown: Shown, offset: number): Promise<GuestPosts | undefined> {
  return shown.title === null
    ? await creatorPosts(db, shown, offset)
    : await collectionPosts(db, shown.link, shown.title, offset);
}

async function creatorPosts(
  db: Db,
  { service, user }: Shown,
  offset: number,
): Promise<GuestPosts | undefined> {
  const [creator] = await db<Omit<GuestPosts, "posts">[]>`
    select name, ${seenPosts(db)} as count from creators c
    where service = ${service} and id = ${user} and not hidden`;
  if (creator === undefined) return undefined;
  const posts = await db<GuestListItem[]>`
    select ${listItem(db)}
    from posts p where p.service = ${service} and p."user" = ${user} and not p.hidden
    order by p.listed_at desc, p.id offset ${offset} limit ${PAGE_SIZE}`;
  return { ...creator, posts };
}

async function collectionPosts(db: Db, link: number, name: string, offset: number): Promise<GuestPosts> {
  const shown = db`
    from guest_link_posts g
      join posts p on p.service = g.service and p.id = g.post and not p.hidden
      join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where g.link = ${link}`;
  const [{ count }] = await db<[{ count: number }]>`select count(*)::integer as count ${shown}`;
  const posts = await db<GuestListItem[]>`
    select ${listItem(db)} ${shown} order by g.position offset ${offset} limit ${PAGE_SIZE}`;
  return { name, count, posts };
}

const listItem = (db: Db) =>
  db`p.service, p.id, p.title, iso(p.published) as published, case when p.file <> '{}' then p.file else p.attachments -> 0 end as file`;

/** A post that the link shows; undefined for any other. */
export async function guestPost(
  db: Db,
  shown: Shown,
  { service, id }: GuestPostKey,
): Promise<GuestPost | undefined> {
  const [row] = await db<GuestPost[]>`
    select p.service, c.name as creator, p.id, p.title, p.content, p.embed, iso(p.published) as published,
      case when p.file <> '{}' then jsonb_build_array(p.file) else '[]' end || p.attachments as files
    from posts p join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where p.service = ${service} and p.id = ${id} and not p.hidden and ${isOfLink(db, shown)}`;
  return row;
}
