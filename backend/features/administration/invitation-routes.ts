/** Invitations to register; only the hash of their token is stored. */
import * as contract from "#shared/contracts/administration.ts";
import { audit } from "../../accounts/audit.ts";
import type { Tx } from "../../db/client.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import * as queries from "./queries.ts";

export const invitationRoutes: Mounted[] = [
  mount(contract.listInvitations, ({ sql }) => queries.invitations(sql)),
  mount(contract.invite, async ({ pool, signal, principal, body: { days } }) => {
    const invitation = randomToken();
    const work = async (tx: Tx) => {
      const id = await queries.addInvitation(tx, { account: principal.id, hash: hashOf(invitation), days });
      const made = { kind: "invitation", subject: `invitation ${id}`, after: `${days} days` } as const;
      await audit(tx, { actor: principal.id, ...made });
    };
    await transaction(pool, work, { signal });
    return { invitation };
  }),
  mount(contract.revokeInvitation, async ({ pool, signal, principal, params: { invitation } }) => {
    const work = async (tx: Tx) => {
      if (!(await queries.deleteInvitation(tx, invitation))) throw notFound();
      const subject = `invitation ${invitation}`;
      await audit(tx, { actor: principal.id, kind: "invitation_revoked", subject });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
];
