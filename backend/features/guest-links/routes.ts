/** Links for people without an account: making them, and what they show. */

import * as contract from "#shared/contracts/guest-links.ts";
import { GUEST_COOKIE, LINK_ENDED, LINK_NEEDS_PASSWORD } from "#shared/contracts/guest-links.ts";
import { WRONG_PASSWORD } from "#shared/contracts/own-account.ts";
import { VISIT_HOURS } from "#shared/rules/guest-links.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { audit } from "../../accounts/audit.ts";
import { Passwords } from "../../accounts/passwords.ts";
import type { Db } from "../../db/client.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Guest, guestLinks, guestOf, startVisit } from "../../guests/guests.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, forbidden, notFound } from "../../http/errors.ts";
import type { Client } from "../../http/handler.ts";
import type { Principal } from "../../http/principal.ts";
import * as queries from "./queries.ts";

export function guestLinkRoutes(): Mounted[] {
  const passwords = new Passwords();
  return [
    mount(contract.listGuestLinks, ({ sql, principal }) => guestLinks(sql, ownedBy(principal))),
    mount(contract.createGuestLink, (input) => createLink(input, passwords)),
    mount(contract.revokeGuestLink, async ({ pool, signal, principal, params: { link } }) => {
      await transaction(
        pool,
        async (tx) => {
          if (!(await queries.deleteLink(tx, ownedBy(principal), link))) throw notFound();
          await audit(tx, { actor: principal.id, kind: "guest_link_revoked", subject: `guest link ${link}` });
        },
        { signal },
      );
      return true as const;
    }),
    mount(contract.openGuestLink, (input) => openLink(input, passwords)),
    mount(contract.getGuest, async ({ sql, client }) => {
      const { service, post, expires_at } = await requireGuest(sql, client);
      return { post: service === null || post === null ? null : { service, id: post }, expires_at };
    }),
    mount(contract.listGuestPosts, async ({ sql, client, query: { o } }) => {
      const guest = await requireGuest(sql, client);
      const found = guest.post === null ? await queries.guestPosts(sql, guest, o) : undefined;
      return found ?? ended();
    }),
    mount(contract.getGuestPost, async ({ sql, client, params: { service, post } }) => {
      const guest = await requireGuest(sql, client);
      return (await queries.guestPost(sql, guest, { service, id: post })) ?? ended();
    }),
    mount(contract.checkGuestLinks, ({ sql, body: { tokens } }) => queries.areOpen(sql, tokens.map(hashOf))),
  ];
}

/** Account whose links a caller manages; undefined for those of all. */
const ownedBy = ({ id, role }: Principal) => (isAllowed("administrator", role) ? undefined : id);

function ended(): never {
  throw notFound(LINK_ENDED);
}

async function requireGuest(db: Db, client: Client): Promise<Guest> {
  const secret = client.cookie(GUEST_COOKIE);
  return (secret === undefined ? undefined : await guestOf(db, secret)) ?? ended();
}

async function createLink(
  { sql, pool, signal, principal, body }: Input<typeof contract.createGuestLink>,
  passwords: Passwords,
): Promise<{ token: string }> {
  const { expires_at, max_opens = null } = body;
  const content = await contentOf(sql, body);
  const password = body.password === undefined ? null : await passwords.hash(body.password);
  const token = randomToken();
  const link = { account: principal.id, hash: hashOf(token), ...content, password, max_opens, expires_at };
  await transaction(
    pool,
    async (tx) => {
      const id = await queries.insertLink(tx, link);
      if (id === undefined) throw conflict(contract.TOO_MANY_LINKS);
      const after = `${describe(content)}; until ${expires_at}`;
      await audit(tx, { actor: principal.id, kind: "guest_link", subject: `guest link ${id}`, after });
    },
    { signal },
  );
  return { token };
}

type Content = Pick<queries.NewLink, "subject" | "collection">;

/** @throws HttpError 404 if the account sees nothing of it */
async function contentOf(
  sql: Db,
  { service, user, post, collection }: Input<typeof contract.createGuestLink>["body"],
): Promise<Content> {
  if (collection !== undefined) {
    const posts = await queries.shownPosts(sql, collection.posts);
    if (posts.length === 0) throw notFound();
    return { subject: undefined, collection: { title: collection.title, posts } };
  }
  if (service === undefined || user === undefined) throw badInput(contract.BAD_LINK_CONTENT);
  const subject = { service, user, post: post ?? null };
  if (!(await queries.isShown(sql, subject))) throw notFound();
  return { subject, collection: undefined };
}

/** Content of a link for the audit log. */
function describe({ subject, collection }: Content): string {
  if (subject === undefined) return `collection of ${collection?.posts.length} posts`;
  const { service, user, post } = subject;
  return `/${service}/user/${user}${post === null ? "" : `/post/${post}`}`;
}

/** Counts an open, unless this browser has the link open already. */
async function openLink(
  { sql, pool, signal, client, body, rateLimits, setCookie }: Input<typeof contract.openGuestLink>,
  passwords: Passwords,
): Promise<true> {
  const link = (await queries.linkByHash(sql, hashOf(body.token))) ?? ended();
  const { id } = link;
  const secret = client.cookie(GUEST_COOKIE);
  const known = secret === undefined ? undefined : await guestOf(sql, secret);
  if (known?.link === id) return true;
  if (link.password !== null) {
    if (body.password === undefined) throw forbidden(LINK_NEEDS_PASSWORD);
    await rateLimits(contract.LINK_PASSWORDS)("input", { address: client.address, body });
    if (!(await passwords.verify(link.password, body.password))) throw forbidden(WRONG_PASSWORD);
  }
  const visit = await transaction(
    pool,
    async (tx) => ((await queries.countOpen(tx, id)) ? await startVisit(tx, id) : ended()),
    { signal },
  );
  setCookie(GUEST_COOKIE, visit, { maxAge: VISIT_HOURS * 3_600 });
  return true;
}
