import { DECIDED_MEANWHILE } from "#shared/contracts/moderation.ts";
import * as contract from "#shared/contracts/takedown-requests.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { audit } from "../../accounts/audit.ts";
import type { Tx } from "../../db/client.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import * as queries from "./queries.ts";

export const takedownRequestRoutes: Mounted[] = [
  mount(contract.sendTakedownRequest, async ({ sql, body }) => {
    const secret = randomToken();
    await queries.addRequest(sql, hashOf(secret), body);
    return { secret };
  }),
  mount(contract.getRequestStatus, async ({ sql, body: { secret } }) => {
    const status = await queries.statusOf(sql, hashOf(secret));
    if (status === undefined) throw notFound();
    return status;
  }),
  mount(contract.listTakedownRequests, async ({ sql, query: { state = "open", o } }) => {
    const count = await queries.countRequests(sql, state);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    return { count, requests: await queries.pageOfRequests(sql, state, o, PAGE_SIZE) };
  }),
  mount(contract.answerTakedownRequest, async ({ pool, signal, principal, params, body }) => {
    const work = async (tx: Tx) => {
      const before = await queries.request(tx, params.request);
      if (before === undefined) throw notFound();
      if (!(await queries.answer(tx, before.id, body))) throw conflict(DECIDED_MEANWHILE);
      const values = { before: before.state, after: body.state };
      const subject = `takedown request ${before.id}`;
      await audit(tx, { actor: principal.id, kind: "takedown_request", subject, ...values });
      return (await queries.request(tx, before.id)) ?? before;
    };
    return await transaction(pool, work, { signal });
  }),
];
