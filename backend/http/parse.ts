/** Step 3 of a request: parses parameters, query and body by the schemas of the contract. */
import type { RouterContext } from "@koa/router";
import type { ZodMiniType as Schema } from "zod/mini";
import { z } from "zod/mini";
import { type Endpoint, MAX_BODY_BYTES } from "#shared/contracts/endpoint.ts";
import type { Caller } from "./admit.ts";
import { readForm, readJson, readStream, refuseLargeBody } from "./body.ts";
import { withDeadline } from "./deadline.ts";
import { badInput } from "./errors.ts";
import type { Route } from "./handler.ts";
import { parseQuery } from "./query.ts";

export interface ParsedInput {
  params: unknown;
  query: unknown;
  /** A `Readable` if the handler reads the bytes itself. */
  body: unknown;
}

/** @throws HttpError 400 with the message of the schema, 413, or 429 for limits by input */
export async function parse(ctx: RouterContext, route: Route, caller: Caller): Promise<ParsedInput> {
  const { contract, services, count } = route;
  const params = parseBy(contract.params, ctx.params); // percent-decoded by the router
  const query = parseBy(contract.query, parseQuery(ctx.querystring, repeatable(contract.query)));
  const body = await readBody(contract, ctx, services.config.UPLOAD_TIMEOUT);
  await withDeadline(services.deadline, () => count("input", { ...caller, params, body }));
  return { params, query, body };
}

async function readBody(
  { body, form, envelope, maxBytes = MAX_BODY_BYTES }: Endpoint,
  ctx: RouterContext,
  timeout: number,
): Promise<unknown> {
  if (body === "stream") return readStream(ctx.req, maxBytes, timeout);
  if (body === undefined) return refuseLargeBody(ctx.req, maxBytes);
  const sent = await (form === true ? readForm : readJson)(ctx.req, maxBytes);
  refuseUnstorable(sent);
  if (envelope === undefined) return parseBy(body, sent);
  const opened = z.strictObject({ type: z.string(), data: z.unknown() }).safeParse(sent);
  if (!opened.success) throw badInput("Expected a body of type and data.");
  return parseBy(body, opened.data.data);
}

const MAX_INTEGER = 2 ** 31 - 1;

/**
 * Rejects values that no column can store, in all bodies: strings with a NUL and numbers beyond 32 bits. A loop, as
 * recursion into deeply nested input would overflow the stack.
 * @throws HttpError 400
 */
function refuseUnstorable(body: unknown): void {
  const remaining = [body];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === "string" && value.includes("\0")) throw badInput("The body holds a NUL character.");
    if (typeof value === "number" && !(Math.abs(value) <= MAX_INTEGER))
      throw badInput(`Expected numbers from -${MAX_INTEGER} to ${MAX_INTEGER}.`);
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) remaining.push(name);
    for (const inner of Object.values(value)) remaining.push(inner);
  }
}

const repeatableNames = new WeakMap<Schema, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

/** Names of list parameters, read from the query schema. */
function repeatable(query: Schema | undefined): ReadonlySet<string> {
  if (query === undefined) return NONE;
  const known = repeatableNames.get(query);
  if (known !== undefined) return known;
  const shape = "shape" in query ? (query.shape as Record<string, Schema>) : {};
  const names = new Set(Object.keys(shape).filter((name) => shape[name]?.safeParse(["a", "b"]).success));
  repeatableNames.set(query, names);
  return names;
}

function parseBy(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badInput(parsed.error.issues[0]?.message ?? "Bad input.");
}
