/** Binds a contract to its handler: input is parsed by the contract's schemas, the answer is written as JSON. */
import type { Router, RouterContext } from "@koa/router";
import type { Logger } from "pino";
import { z } from "zod";
import type { ZodMiniType as Schema } from "zod/mini";
import type { Endpoint, JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { serverOf } from "#shared/rules/mirror.ts";
import type { Archives } from "../archive-files/archive-files.ts";
import type { Config } from "../config.ts";
import type { Changes } from "../db/changes.ts";
import type { Sql } from "../db/client.ts";
import type { FileStorage } from "../files/storage.ts";
import type { Search } from "../search/client.ts";
import { readJson } from "./body.ts";
import { beginReading } from "./conditional-get.ts";
import { badInput, unavailable } from "./errors.ts";
import type { Validators } from "./etag.ts";
import { requestOrigin } from "./origin.ts";
import { decodeText, parseQuery } from "./query.ts";

/** What every handler may use. */
export interface Services {
  sql: Sql;
  search: Search;
  storage: FileStorage;
  archives: Archives;
  config: Config;
  /** Whether what was read before may have changed. */
  changes: Changes;
  /** Tags of the last answers. */
  validators: Validators;
  log: Logger;
  /** Check each answer against its contract and fail on a difference: in tests. */
  strict: boolean;
}

export interface Input<P, Q, B> extends Services {
  params: P;
  query: Q;
  body: B;
  /** Public origin without trailing slash, for absolute addresses. */
  origin: string;
  /** Who asks, as far as the connection tells. */
  address: string;
  /** Origin that serves the file with a stored path: a data server, else ours. */
  fileServer: (path: string) => string;
}

/** An answer that is JSON text already, such as an array built by the database. */
export class JsonText {
  constructor(
    readonly text: string | Buffer,
    /** Where the text is kept: its tag, and false where it may be behind the database already. */
    readonly kept?: { etag: string; sure: boolean },
  ) {}
}

/** An answer in another form its contract names under `also`, such as YAML. */
export class OtherForm {
  constructor(
    readonly type: string,
    readonly text: string | Buffer,
  ) {}
}

/** A contract with its handler, its types forgotten so that different ones fit in one list. */
export interface Mounted {
  contract: Endpoint;
  attach(router: Router, services: Services): void;
}

/** Longest a handler may take before the visitor is told to retry; a stuck connection never holds a request. */
const DEADLINE = 10_000;

type Output<E, Part extends string> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined;
type AnswerTo<E extends Endpoint> = E["response"] extends infer R extends Schema
  ? z.input<R> | JsonText | OtherForm
  : never;

/** Pairs a contract with the handler that answers it. */
export function mount<E extends Endpoint>(
  contract: E,
  handler: (input: Input<Output<E, "params">, Output<E, "query">, Output<E, "body">>) => Promise<AnswerTo<E>>,
): Mounted {
  const repeats = repeatable(contract.query);
  return {
    contract,
    attach(router, services) {
      router.register(contract.path, [contract.method], async (ctx: RouterContext) => {
        const origin = requestOrigin(ctx, services.config.SITE_ORIGIN);
        const reading = beginReading(contract, ctx, services, origin);
        if (reading.confirm()) return;
        const params = parse(contract.params, decodeParams(ctx.params)) as Output<E, "params">;
        const query = parse(contract.query, parseQuery(ctx.querystring, repeats)) as Output<E, "query">;
        const body = parse(schemaOf(contract.body), await readBody(contract, ctx)) as Output<E, "body">;
        const { search } = reading;
        const address = ctx.req.socket.remoteAddress ?? "";
        const fileServer = (path: string) => serverOf(services.config.DATA_SERVERS, path) ?? origin;
        const answer = await withDeadline(
          handler({ ...services, search, params, query, body, origin, address, fileServer }),
        );
        ctx.status = contract.status ?? 200;
        ctx.type = typeOf(contract, answer);
        const sent = written(contract, answer);
        ctx.body = sent;
        reading.tag(sent, answer instanceof JsonText ? answer.kept : undefined);
        if (services.strict && !(answer instanceof OtherForm)) checkAnswer(contract as JsonEndpoint, sent);
      });
    },
  };
}

const schemaOf = (part: Schema | "stream" | undefined) => (typeof part === "object" ? part : undefined);

async function readBody({ body, envelope }: Endpoint, ctx: RouterContext): Promise<unknown> {
  if (body === undefined) return undefined;
  const sent = await readJson(ctx.req);
  if (envelope === undefined) return sent;
  const opened = z.strictObject({ type: z.string(), data: z.unknown() }).safeParse(sent);
  if (!opened.success) throw badInput("Expected a body of type and data.");
  return opened.data.data;
}

function typeOf(contract: Endpoint, answer: unknown): string {
  if (answer instanceof OtherForm) return `${answer.type}; charset=utf-8`;
  return contract.text ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
}

function written({ text, envelope }: Endpoint, answer: unknown): string | Buffer {
  if (text) return String(answer);
  if (answer instanceof JsonText || answer instanceof OtherForm) return answer.text;
  return JSON.stringify(envelope === undefined ? answer : { type: envelope, data: answer });
}

/** The names a query schema takes as a list; asked of the schema itself so that no second list can differ. */
function repeatable(query: Schema | undefined): ReadonlySet<string> {
  const shape = query !== undefined && "shape" in query ? (query.shape as Record<string, Schema>) : {};
  return new Set(Object.keys(shape).filter((name) => shape[name]?.safeParse(["a", "b"]).success));
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) decodeText(encodeURIComponent(value));
  return params;
}

function parse<S extends Schema>(schema: S | undefined, value: unknown): z.output<S> {
  if (schema === undefined) return undefined as z.output<S>;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badInput(parsed.error.issues[0]?.message ?? "Bad input.");
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable("The archive took too long to answer.")), DEADLINE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The text sent must be what the schema gives back: so a missing, extra or differently ordered key is a fault.
 * Off in production, where it would cost more than the query (a page of 50 posts) and the tests have seen every endpoint.
 */
function checkAnswer(contract: JsonEndpoint, sent: string | Buffer): void {
  const text = sent.toString();
  const expected = contract.text
    ? String(contract.response.parse(text))
    : expectedJson(contract, JSON.parse(text));
  if (expected !== text)
    throw new Error(
      `${contract.path} answered ${text.slice(0, 400)} where its contract gives ${expected.slice(0, 400)}`,
    );
}

function expectedJson({ envelope, response }: JsonEndpoint, answer: { data?: unknown }): string {
  if (envelope === undefined) return JSON.stringify(response.parse(answer));
  return JSON.stringify({ type: envelope, data: response.parse(answer.data) });
}
