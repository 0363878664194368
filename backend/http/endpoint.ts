/** Binds a contract to its handler and enforces what the contract says (decision 0025). */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Router, RouterContext } from "@koa/router";
import type { Logger } from "pino";
import { z } from "zod";
import type { ZodMiniType as Schema } from "zod/mini";
import { type Endpoint, MAX_BODY_BYTES, maySayTakenDown } from "#shared/contracts/endpoint.ts";
import { serverOf } from "#shared/rules/data-servers.ts";
import type { ArchiveFiles } from "../archive-files/archive-files.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import type { Config } from "../config.ts";
import type { Changes } from "../db/changes.ts";
import type { Sql, Tx } from "../db/client.ts";
import type { Replica } from "../db/replica.ts";
import { transaction } from "../db/tx.ts";
import type { Pictures } from "../files/pictures.ts";
import type { FileStorage } from "../files/storage.ts";
import type { Search } from "../search/client.ts";
import { isWithheld } from "../takedowns/withheld.ts";
import { checkAnswer, JsonText, OtherForm, type StreamAnswer, textOf, writeAnswer } from "./answer.ts";
import { readForm, readJson, readStream, refuseLargeBody } from "./body.ts";
import { clientAddress } from "./client-address.ts";
import { compressBody } from "./compress.ts";
import { conditionalGet } from "./conditional-get.ts";
import { type CookieOptions, cookieOf, hasJustWritten, noteWrite, setCookie } from "./cookies.ts";
import { cancelable, withDeadline } from "./deadline.ts";
import { badInput, HttpError, isReplicasFault, takenDown, unavailable } from "./errors.ts";
import type { EtagStore } from "./etag.ts";
import { answerOnce, keyedRequest } from "./idempotency.ts";
import { requestOrigin } from "./origin.ts";
import { type Authenticate, authorize, type Principal } from "./principal.ts";
import { parseQuery } from "./query.ts";
import type { CountRequest, RateLimits } from "./rate-limits.ts";
import type { Redirect } from "./redirect.ts";
import { refuseCrossSite } from "./same-origin.ts";

/** What every handler may use. */
export interface Services {
  /** In a handler: its statements are canceled at the deadline. */
  sql: Sql;
  /** Where visitors' reads may go too. */
  replica: Replica | undefined;
  search: Search;
  storage: FileStorage;
  archiveFiles: ArchiveFiles;
  pictures: Pictures;
  config: Config;
  /** Whether what was read before may have changed. */
  changes: Changes;
  /** Tags of the last answers. */
  etags: EtagStore;
  log: Logger;
  authenticate: Authenticate;
  rateLimits: RateLimits;
  /** Longest a handler may take, in milliseconds, before the answer is a 503. */
  deadline: number;
  /** Check each answer against its contract and fail on a difference: in tests. */
  strict: boolean;
}

/** What a request says of the program that sends it. */
export interface Client {
  /** Behind trusted proxies. */
  address: string;
  /** The header `User-Agent`; "" without one. */
  agent: string;
  /** A cookie as it was sent. */
  cookie: (name: string) => string | undefined;
}

type Output<E, Part extends string> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined;

export interface Input<E extends Endpoint> extends Omit<Services, "sql"> {
  /** For idempotent endpoints the transaction that also stores the answer, else the pool; ends with the deadline. */
  sql: E extends { idempotent: true } ? Tx : Sql;
  /** The primary's pool, for work that other requests share and that must not end with this one. */
  pool: Sql;
  params: Output<E, "params">;
  query: Output<E, "query">;
  body: E extends { body: "stream" } ? Readable : Output<E, "body">;
  /** Undefined for public reads, whose answers depend on no account, and where nobody is logged in. */
  principal: E extends { access: "anyone" } ? Principal | undefined : Principal;
  client: Client;
  /** Of the request, for a protocol that is made of headers. */
  headers: IncomingHttpHeaders;
  /** Public origin without trailing slash, for absolute addresses. */
  origin: string;
  /** Origin that serves the file with a stored path: a data server, else ours. */
  fileServer: (path: string) => string;
  /** Aborted at the deadline; for `transaction` and whatever else takes long. */
  signal: AbortSignal;
  /** @param value undefined clears it */
  setCookie: (name: string, value: string | undefined, options?: CookieOptions) => void;
}

type AnswerTo<E extends Endpoint> = E["response"] extends infer R extends Schema
  ? z.input<R> | JsonText | OtherForm
  : E["response"] extends "redirect"
    ? Redirect
    : E["response"] extends "web"
      ? Response
      : StreamAnswer;

type Handler<E extends Endpoint> = (input: Input<E>) => Promise<AnswerTo<E>>;

/**
 * From the query to the compressed bytes an answer takes several times its size, and compression up to 20 MB more. The
 * process works on one at a time anyway; a few more keep the database and the compression busy.
 */
const heavyAnswers = new ConcurrencyLimit({
  concurrency: 4,
  maxQueued: 1_000,
  busyError: () => unavailable("Too many requests at once. Try again."),
});

/** A contract with its handler, its types forgotten so that different ones fit in one list. */
export interface Mounted {
  contract: Endpoint;
  attach(router: Router, services: Services): void;
}

/** Pairs a contract with the handler that answers it. */
export function mount<E extends Endpoint>(contract: E, handler: Handler<E>): Mounted {
  const repeats = repeatable(contract.query);
  return {
    contract,
    attach(router, services) {
      const { config, sql } = services;
      const count = services.rateLimits(contract);
      const respond = async (ctx: RouterContext) => {
        const address = clientAddress(ctx.req, config.TRUSTED_PROXIES);
        const principal = await admit(ctx, contract, services, address, count);
        const origin = requestOrigin(ctx, config.SITE_ORIGIN);
        const conditional = conditionalGet(contract, ctx, services, origin);
        if (conditional.isCurrent()) return;
        const params = parse(contract.params, ctx.params); // decoded, and what cannot be was refused before
        const query = parse(contract.query, parseQuery(ctx.querystring, repeats));
        const body = await readBody(contract, ctx, config.UPLOAD_TIMEOUT);
        await count("input", { address, principal, params, body });
        const sent = { body, principal };
        const handle: Handle = (db, signal) =>
          handler({
            ...services,
            ...sent,
            sql: db,
            signal,
            search: conditional.search,
            pool: sql,
            params,
            query,
            client: clientOf(ctx.req, address),
            headers: ctx.req.headers,
            origin,
            fileServer: (path: string) => serverOf(config.DATA_SERVERS, path) ?? origin,
            setCookie: setCookie.bind(undefined, ctx, contract, config.SITE_ORIGIN),
          } as Input<E>);
        const run = (signal: AbortSignal) => answerTo(ctx, contract, handle, services, sent, signal);
        // Bytes that the handler reads itself may take as long as the connection lives.
        const answer = await (contract.body === "stream"
          ? run(new AbortController().signal)
          : withDeadline(services.deadline, run)
        ).catch((error: unknown) => refuseTakenDown(error, contract, services.sql, ctx.params));
        if (services.replica !== undefined && !isRead(contract)) noteWrite(ctx, config.SITE_ORIGIN);
        const text = writeAnswer(ctx, contract, answer);
        if (text === undefined) return;
        conditional.tag(text, answer instanceof JsonText ? answer.cached : undefined);
        if (services.strict && !(answer instanceof OtherForm)) checkAnswer(contract, text);
      };
      const respondInTurn = (ctx: RouterContext) =>
        heavyAnswers.run(async () => {
          await respond(ctx);
          await compressBody(ctx);
        });
      router.register(contract.path, [contract.method], contract.heavy === true ? respondInTurn : respond);
    },
  };
}

/** A 404 for what a takedown hides is a 451. */
async function refuseTakenDown(
  error: unknown,
  contract: Endpoint,
  sql: Sql,
  params: Record<string, string>,
): Promise<never> {
  const isMissing = error instanceof HttpError && error.status === 404;
  throw isMissing && maySayTakenDown(contract) && (await isWithheld(sql, params)) ? takenDown() : error;
}

function clientOf(request: IncomingMessage, address: string): Client {
  const agent = request.headers["user-agent"] ?? "";
  return { address, agent, cookie: (name) => cookieOf(request, name) };
}

const isRead = ({ method }: Endpoint) => method === "GET" || method === "HEAD";
const isPublicRead = (contract: Endpoint) => isRead(contract) && contract.private !== true;

/** Everything that may refuse a request before its input is looked at. @returns the account, where it may matter */
async function admit(
  ctx: RouterContext,
  contract: Endpoint,
  { config, authenticate }: Services,
  address: string,
  count: CountRequest,
): Promise<Principal | undefined> {
  await count("address", { address });
  const principal = isPublicRead(contract) ? undefined : await authenticate(ctx.req);
  await count("session", { address, principal });
  authorize(contract.access, principal);
  if (!isRead(contract)) refuseCrossSite(ctx, config.SITE_ORIGIN);
  return principal;
}

type Handle = (sql: Sql | Tx, signal: AbortSignal) => Promise<unknown>;

/** Runs the handler: on the pool, or in the transaction that makes it idempotent. */
async function answerTo(
  ctx: RouterContext,
  contract: Endpoint,
  handle: Handle,
  { sql, replica }: Services,
  { body, principal }: { body: unknown; principal: Principal | undefined },
  signal: AbortSignal,
): Promise<unknown> {
  if (contract.idempotent !== true) {
    const run = (db: Sql) => handle(cancelable(db, signal), signal);
    const answer = await answerFromReplica(ctx, contract, replica, run, signal);
    return answer === undefined ? await run(sql) : answer.value;
  }
  const { method, url, headers } = ctx.req;
  const key = headers["idempotency-key"] as string | undefined;
  const keyed = keyedRequest(key, { method: method ?? "", address: url ?? "", body, principal });
  const once = async (tx: Tx) => {
    if (keyed === undefined) return await handle(tx, signal);
    const status = contract.status ?? 200;
    const answer = await answerOnce(tx, keyed, async () => ({
      status,
      body: String(textOf(contract, await handle(tx, signal))),
    }));
    return new JsonText(answer.body);
  };
  return await transaction(sql, once, { signal });
}

/** A public read, where there is a replica. @returns undefined where the primary is to be asked */
async function answerFromReplica(
  ctx: RouterContext,
  contract: Endpoint,
  replica: Replica | undefined,
  run: (sql: Sql) => Promise<unknown>,
  signal: AbortSignal,
): Promise<{ value: unknown } | undefined> {
  if (replica === undefined || !isPublicRead(contract)) return undefined;
  if (hasJustWritten(ctx.req)) {
    replica.skip();
    return undefined;
  }
  try {
    return { value: await run(replica.reads(contract.topics ?? [])) };
  } catch (error) {
    if (signal.aborted || !isReplicasFault(error)) throw error;
    return undefined;
  }
}

async function readBody(
  { body, form, envelope, maxBytes = MAX_BODY_BYTES }: Endpoint,
  ctx: RouterContext,
  patience: number,
): Promise<unknown> {
  if (body === "stream") return readStream(ctx.req, maxBytes, patience);
  if (body === undefined) return refuseLargeBody(ctx.req, maxBytes);
  const sent = await (form === true ? readForm : readJson)(ctx.req, maxBytes);
  if (envelope === undefined) return parse(body, sent);
  const opened = z.strictObject({ type: z.string(), data: z.unknown() }).safeParse(sent);
  if (!opened.success) throw badInput("Expected a body of type and data.");
  return parse(body, opened.data.data);
}

/** The names a query schema takes as a list; taken from the schema itself so that no second list can differ. */
function repeatable(query: Schema | undefined): ReadonlySet<string> {
  const shape = query !== undefined && "shape" in query ? (query.shape as Record<string, Schema>) : {};
  return new Set(Object.keys(shape).filter((name) => shape[name]?.safeParse(["a", "b"]).success));
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badInput(parsed.error.issues[0]?.message ?? "Bad input.");
}
