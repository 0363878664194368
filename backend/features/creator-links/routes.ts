import * as contract from "#shared/contracts/creator-links.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { audit } from "../../accounts/audit.ts";
import { notify } from "../../accounts/notify.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import {
  addRequest,
  type CreatorKey,
  creatorWithLinks,
  decide,
  pendingRequests,
  type Refused,
  unlink,
} from "./queries.ts";

const MAX_LISTED = 100;

export const creatorLinkRoutes: Mounted[] = [
  mount(contract.getNewLink, async ({ sql, params }) => {
    const found = await creatorWithLinks(sql, params);
    if (found === undefined) throw notFound(CREATOR_NOT_FOUND);
    return { props: { currentPage: "artists" as const, title: "Link another account" as const, ...found } };
  }),
  mount(contract.requestLink, async ({ pool, signal, principal, params, body }) => {
    const to = { service: body.service, id: body.artist_id };
    if (to.service === params.service && to.id === params.id) throw badInput(contract.LINK_TO_ITSELF);
    const reason = body.reason?.trim() || null;
    const request = { requester: principal.id, from: params, to, reason };
    const result = await transaction(pool, (tx: Tx) => addRequest(tx, request), { signal });
    if (result === undefined) throw notFound(CREATOR_NOT_FOUND);
    if (result.linked) throw conflict(contract.ALREADY_LINKED);
    if (!result.added) throw conflict(contract.ALREADY_REQUESTED);
    return { message: contract.LINK_REQUESTED } as const;
  }),
  mount(contract.unlinkCreator, async ({ pool, signal, principal, params }) => {
    const work = async (tx: Tx) => {
      const relation = await unlink(tx, params);
      if (relation === undefined) throw notFound(CREATOR_NOT_FOUND);
      if (relation === null) return;
      const subject = addressOf(params);
      await audit(tx, { actor: principal.id, kind: "creator_unlinked", subject, before: String(relation) });
    };
    await transaction(pool, work, { signal });
    return undefined;
  }),
  mount(contract.listLinkRequests, ({ sql }) => pendingRequests(sql, MAX_LISTED)),
  mount(contract.approveLink, (input) => decideRequest(input, true)),
  mount(contract.rejectLink, (input) => decideRequest(input, false)),
];

const addressOf = ({ service, id }: CreatorKey) => `${service}/${id}`;

const REFUSALS: Record<Refused, () => Error> = {
  missing: () => notFound(),
  decided: () => conflict(contract.LINK_DECIDED),
  changed: () => conflict(contract.LINK_CHANGED),
};

async function decideRequest(
  { pool, signal, principal, params, body }: Input<typeof contract.approveLink | typeof contract.rejectLink>,
  isApproved: boolean,
): Promise<true> {
  const decision = isApproved ? "approved" : "rejected";
  await transaction(
    pool,
    async (tx: Tx) => {
      const id = Number(params.id);
      const decided = await decide(tx, { id, moderator: principal.id, isApproved, seen: body?.version });
      if (typeof decided === "string") throw REFUSALS[decided]();
      const { requester, from, to } = decided;
      const subject = `${addressOf(from)} ${addressOf(to)}`;
      await audit(tx, {
        actor: principal.id,
        kind: "creator_link",
        subject,
        before: "pending",
        after: decision,
      });
      const extra = { decision, from: addressOf(from), to: addressOf(to) };
      if (requester !== null) await notify(tx, [requester], NOTIFICATION_TYPES.link_request_decided, extra);
    },
    { signal },
  );
  return true;
}
