import * as contract from "#shared/contracts/flags.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { type Flagging, flagOf, flagPost } from "./queries.ts";

export const flagRoutes: Mounted[] = [
  mount(contract.flagPost, async ({ sql, principal, params, body: { reason } }) => {
    refuse(await flagPost(sql, principal.id, params, reason));
    return reason;
  }),
  mount(contract.getFlag, async ({ sql, params }) => {
    const reason = await flagOf(sql, params);
    if (reason === undefined) throw notFound();
    return reason;
  }),
  mount(contract.flagPostV2, async ({ sql, principal, body }) => {
    const key = { service: body.service, id: body.profile_id, post: body.post_id };
    refuse(await flagPost(sql, principal.id, key, body.reason));
    return body;
  }),
];

function refuse({ found, flagged }: Flagging): void {
  if (!found) throw notFound();
  if (!flagged) throw conflict(contract.ALREADY_FLAGGED);
}
