/** Invitations to register, for administrators and, where they allow it, for all accounts. */
import { allowInvitations } from "#shared/contracts/administration.ts";
import * as contract from "#shared/contracts/invitations.ts";
import { INVITING_NOT_ALLOWED, TOO_MANY_INVITATIONS } from "#shared/contracts/invitations.ts";
import { MAX_OPEN_INVITATIONS } from "#shared/rules/accounts.ts";
import { audit } from "../../accounts/audit.ts";
import * as queries from "../../accounts/invitations.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Tx } from "../../db/client.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { setMembersInvite } from "./queries.ts";

export const invitationRoutes: Mounted[] = [
  mount(allowInvitations, async ({ sql, pool, signal, principal, body: { members_invite: allowed } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      const before = await setMembersInvite(tx, allowed);
      const change = { subject: "members_invite", before: String(before), after: String(allowed) };
      await audit(tx, { actor: principal.id, kind: "registration", ...change });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.listInvitations, ({ sql }) => queries.invitations(sql)),
  mount(contract.invite, async ({ pool, signal, principal, body: { days } }) => {
    return await transaction(pool, (tx) => add(tx, principal.id, days), { signal });
  }),
  mount(contract.revokeInvitation, async ({ pool, signal, principal, params: { invitation } }) => {
    await transaction(pool, (tx) => revoke(tx, principal.id, invitation), { signal });
    return true as const;
  }),
  mount(contract.listOwnInvitations, async ({ sql, principal }) => ({
    allowed: await queries.mayMembersInvite(sql),
    invitations: await queries.invitations(sql, principal.id),
  })),
  mount(contract.inviteAsMember, async ({ pool, signal, principal, body: { days } }) => {
    const work = async (tx: Tx) => {
      if (!(await queries.mayMembersInvite(tx))) throw forbidden(INVITING_NOT_ALLOWED);
      if ((await queries.countOpenInvitations(tx, principal.id)) >= MAX_OPEN_INVITATIONS)
        throw conflict(TOO_MANY_INVITATIONS);
      return await add(tx, principal.id, days);
    };
    return await transaction(pool, work, { signal });
  }),
  mount(contract.revokeOwnInvitation, async ({ pool, signal, principal, params: { invitation } }) => {
    await transaction(pool, (tx) => revoke(tx, principal.id, invitation, principal.id), { signal });
    return true as const;
  }),
];

async function add(tx: Tx, account: number, days: number): Promise<{ invitation: string }> {
  const invitation = randomToken();
  const id = await queries.addInvitation(tx, { account, hash: hashOf(invitation), days });
  const made = { kind: "invitation", subject: `invitation ${id}`, after: `${days} days` } as const;
  await audit(tx, { actor: account, ...made });
  return { invitation };
}

/** @param owner whose invitation; undefined for that of anyone */
async function revoke(tx: Tx, actor: number, invitation: number, owner?: number): Promise<void> {
  if (!(await queries.deleteInvitation(tx, invitation, owner))) throw notFound();
  await audit(tx, { actor, kind: "invitation_revoked", subject: `invitation ${invitation}` });
}
