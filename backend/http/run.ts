/** Step 4 of a request: runs the handler within the deadline, on the database that suits the contract (decision 0025). */
import type { IncomingMessage } from "node:http";
import type { RouterContext } from "@koa/router";
import { maySayTakenDown } from "#shared/contracts/endpoint.ts";
import { serverOf } from "#shared/rules/data-servers.ts";
import type { Config } from "../config.ts";
import type { Sql, Tx } from "../db/client.ts";
import { transaction } from "../db/tx.ts";
import type { Search } from "../search/client.ts";
import { isWithheld } from "../takedowns/withheld.ts";
import type { Caller } from "./admit.ts";
import { textOf } from "./answer.ts";
import { JsonText } from "./answer-forms.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import { cancelable, withDeadline } from "./deadline.ts";
import { HttpError, takenDown } from "./errors.ts";
import type { Client, Route } from "./handler.ts";
import { answerOnce, keyedRequest } from "./idempotency.ts";
import { requestOrigin } from "./origin.ts";
import type { ParsedInput } from "./parse.ts";
import { proxyUser } from "./proxy-user.ts";
import { readReplica } from "./read-replica.ts";

/** Results of the previous steps. */
export interface Received extends Caller, ParsedInput {
  search: Search;
}

type RunOn = (sql: Sql | Tx, signal: AbortSignal) => Promise<unknown>;

/** @returns the handler's answer @throws HttpError of the handler, 451, or 503 past the deadline */
export async function run(ctx: RouterContext, route: Route, received: Received): Promise<unknown> {
  const { contract, services } = route;
  const handle: RunOn = (sql, signal) =>
    route.handler({ ...services, ...inputOf(ctx, route, received), sql, signal });
  const work = (signal: AbortSignal) =>
    contract.idempotent === true
      ? runOnce(ctx, route, received, handle, signal)
      : readReplica(ctx, route, (sql) => handle(cancelable(sql, signal), signal), signal);
  // Streamed bodies have no deadline.
  const done =
    contract.body === "stream" ? work(new AbortController().signal) : withDeadline(services.deadline, work);
  return await done.catch((error: unknown) => refuseTakenDown(error, ctx, route));
}

function inputOf(ctx: RouterContext, { contract, services }: Route, received: Received): object {
  const { config, sql } = services;
  const origin = requestOrigin(ctx, config.SITE_ORIGIN);
  return {
    ...received,
    pool: sql,
    client: clientOf(ctx.req, received.address, config),
    headers: ctx.req.headers,
    origin,
    fileServer: (path: string) => serverOf(config.DATA_SERVERS, path) ?? origin,
    setCookie: setCookie.bind(undefined, ctx, contract, config.SITE_ORIGIN),
  };
}

function clientOf(request: IncomingMessage, address: string, config: Config): Client {
  const agent = request.headers["user-agent"] ?? "";
  const cookie = (name: string) => cookieOf(request, name);
  return { address, agent, cookie, proxyUser: () => proxyUser(request, config) };
}

/** Runs an idempotent handler in a transaction that also stores its answer under the request's key (decision 0026). */
async function runOnce(
  { req }: RouterContext,
  { contract, services }: Route,
  { body, principal }: Received,
  handle: RunOn,
  signal: AbortSignal,
): Promise<unknown> {
  const key = req.headers["idempotency-key"] as string | undefined;
  const keyed = keyedRequest(key, { method: req.method ?? "", address: req.url ?? "", body, principal });
  const work = async (tx: Tx) => {
    if (keyed === undefined) return await handle(tx, signal);
    const answer = await answerOnce(tx, keyed, async () => ({
      status: contract.status ?? 200,
      body: String(textOf(contract, await handle(tx, signal))),
    }));
    return new JsonText(answer.body);
  };
  return await transaction(services.sql, work, { signal });
}

/** Converts the 404 of content hidden by a takedown to a 451. */
async function refuseTakenDown(
  error: unknown,
  { params }: RouterContext,
  { contract, services }: Route,
): Promise<never> {
  const isMissing = error instanceof HttpError && error.status === 404;
  if (!isMissing || !maySayTakenDown(contract)) throw error;
  throw (await withDeadline(services.deadline, () => isWithheld(services.sql, params))) ? takenDown() : error;
}
