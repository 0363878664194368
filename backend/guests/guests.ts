/** Links for people without an account, and callers who opened one (docs/decisions/0074-guest-links.md). */
import type { IncomingMessage } from "node:http";
import { GUEST_COOKIE } from "#shared/contracts/guest-links.ts";
import type { GuestLink } from "#shared/entities/guest-link.ts";
import { VISIT_HOURS } from "#shared/rules/guest-links.ts";
import type { Db } from "../db/client.ts";
import { hashOf, randomToken } from "../db/tokens.ts";
import type { Group } from "../groups/group-archives.ts";
import { cookieOf } from "../http/cookies.ts";

/** Content that a link shows. */
export interface Shown {
  link: number;
  /** Null for a collection. */
  service: string | null;
  user: string | null;
  /** Null for all posts of the creator. */
  post: string | null;
  /** Title of a collection. */
  title: string | null;
}

export interface Guest extends Shown {
  expires_at: string;
  /** Group of the account that made the link, which limits what it shows. */
  group: Group | undefined;
}

/** Content that a file request asks for. */
export type AskedFile = { hash: string } | { service: string; id: string };

/** Finds the guest of a request, undefined without a valid visit. */
export type FindGuest = (request: IncomingMessage) => Promise<Guest | undefined>;

/** True if the caller is a guest whose link shows the file. */
export type MayGuestSee = (request: IncomingMessage, asked: AskedFile) => Promise<boolean>;

export function guestFinder(db: Db): FindGuest {
  return async (request) => {
    const secret = cookieOf(request, GUEST_COOKIE);
    return secret === undefined ? undefined : await guestOf(db, secret);
  };
}

type GuestRow = Omit<Guest, "group"> & { group_id: number | null; version: number };

/** @param secret value of the cookie */
export async function guestOf(db: Db, secret: string): Promise<Guest | undefined> {
  const [found] = await db<GuestRow[]>`
    select l.id as link, l.service, l."user", l.post, l.title, iso(l.expires_at) as expires_at, g.id as group_id, g.version
    from guest_visits v join guest_links l on l.id = v.link join accounts a on a.id = l.account and not a.disabled
      left join groups g on g.id = a.group_id and a.role = 'consumer'
    where v.secret_hash = ${hashOf(secret)} and v.expires_at > now() and l.expires_at > now()`;
  if (found === undefined) return undefined;
  const { group_id, version, ...guest } = found;
  return { ...guest, group: group_id === null ? undefined : { id: group_id, version } };
}

/** Starts a visit, and deletes expired ones. @returns the cookie's value */
export async function startVisit(db: Db, link: number): Promise<string> {
  const secret = randomToken();
  await db`
    with ended as (delete from guest_visits where expires_at < now())
    insert into guest_visits (secret_hash, link, expires_at)
    select ${hashOf(secret)}, id, least(expires_at, now() + ${VISIT_HOURS} * interval '1 hour')
    from guest_links where id = ${link}`;
  return secret;
}

/** Condition for the posts `p` that a link shows. */
export function isOfLink(db: Db, { link, service, user, post }: Shown) {
  return service === null
    ? db`exists (select from guest_link_posts g where g.link = ${link} and g.service = p.service and g.post = p.id)`
    : db`p.service = ${service} and p."user" = ${user} and (${post}::text is null or p.id = ${post})`;
}

/**
 * True if the link shows the file: in a post that it shows, or a picture of the creator that it shows whole.
 * @param db of the group of the account that made the link
 */
export async function maySeeFile(db: Db, shown: Shown, asked: AskedFile): Promise<boolean> {
  if ("service" in asked)
    return shown.post === null && asked.service === shown.service && asked.id === shown.user;
  const [row] = await db<[{ found: boolean }]>`
    select exists (
      select from file_uses u
      join posts p on p.service = u.service and p.id = u.key and not p.hidden
      join creators c on c.service = p.service and c.id = p."user" and not c.hidden
      where u.hash = ${asked.hash} and u.entity in ('post', 'post_text') and ${isOfLink(db, shown)}
    ) as found`;
  return row.found;
}

/** Newest first. @param account undefined for those of all */
export async function guestLinks(db: Db, account: number | undefined): Promise<GuestLink[]> {
  return await db<GuestLink[]>`
    select l.id, l.service, l."user", l.post,
      case when l.service is null then l.title when l.post is null then c.name else p.title end as title,
      case when l.service is null then (select count(*)::integer from guest_link_posts g where g.link = l.id) end as posts,
      a.username as created_by,
      iso(l.created_at) as created_at, iso(l.expires_at) as expires_at, l.password is not null as has_password,
      l.opens, l.max_opens, case when l.expires_at <= now() then 'expired'
        when l.opens >= l.max_opens then 'used' else 'open' end as state
    from guest_links l join accounts a on a.id = l.account
      left join creators c on c.service = l.service and c.id = l."user" and not c.hidden
      left join posts p on p.service = c.service and p."user" = c.id and p.id = l.post and not p.hidden
    ${account === undefined ? db`` : db`where l.account = ${account}`} order by l.id desc`;
}
