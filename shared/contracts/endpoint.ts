/** One endpoint of the API: who may call it and how often, what it takes and answers. The server enforces it, the app calls by it, the tests check both. */
import type { z } from "zod/mini";
import type { Access } from "../rules/roles.ts";
import type { Topic } from "./topics.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Default limit of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

type Schema = z.ZodMiniType;

/** At most `points` requests in `seconds` of all that agree in everything named by `by`; beyond that 429 with Retry-After. */
export interface RateLimit {
  /** Endpoints whose limits have the same name count together. */
  name?: string;
  points: number;
  seconds: number;
  /** `session` is the account, or the address of a caller without one; `params.x` and `body.x` are input fields. */
  by: ("address" | "session" | `params.${string}` | `body.${string}`)[];
}

/** In place of messages: clients of the original API take whatever JSON comes for the list. */
export const EMPTY_LIST = "[]";

interface Base {
  /** Below `/api`, with `:name` for each parameter, such as `/v1/:service/user/:id/profile`. */
  path: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  /** Exact messages by status, besides those every endpoint may give (400 bad input, 500, 503). */
  errors?: Partial<Record<400 | 401 | 403 | 409 | 412 | 413 | 422 | 429 | 503 | 507, string[]>> & {
    404?: string[] | typeof EMPTY_LIST;
  };
  /** All of them hold. */
  limits?: RateLimit[];
  /** Its texts may have megabytes: few such answers are made at once. */
  heavy?: true;
}

interface Cookies {
  /** Names of the cookies the answer may set or clear; any other is an error. */
  cookies?: string[];
}

/**
 * A public answer names the tables it is made of, so that it can be confirmed without a query while they stay the same.
 * A private one (a random pick, whatever belongs to one account) is stored by no cache.
 */
type Caching =
  | { access: "anyone"; topics: Topic[]; private?: never; cookies?: never }
  | ({ access: Access; topics?: never; private: true } & Cookies);

type Read = {
  method: "GET" | "HEAD";
  body?: never;
  maxBytes?: never;
  form?: never;
  idempotent?: never;
  /** It also changes something, so that another site may not send it, as with writes. */
  effect?: true;
} & Caching;

type Write = {
  method: Exclude<Method, "GET" | "HEAD">;
  access: Access;
  topics?: never;
  private?: never;
  effect?: never;
} & (
  | ({ idempotent?: never } & Cookies)
  /** Honors `Idempotency-Key`: the handler's transaction also stores the answer, which cannot hold a cookie. */
  | { idempotent: true; cookies?: never }
) &
  (
    | { body?: never; maxBytes?: never; form?: never }
    | {
        body: Schema;
        /** Limit of the body, `MAX_BODY_BYTES` by default. */
        maxBytes?: number;
        /** The fields of an HTML form (`application/x-www-form-urlencoded`) in place of JSON. */
        form?: true;
      }
    /** Bytes the handler reads itself. */
    | { body: "stream"; maxBytes: number; form?: never; idempotent?: never }
  );

interface SchemaAnswer {
  response: Schema;
  /** 200 by default. */
  status?: 200 | 201 | 204;
  /** The answer is too large to be checked against its contract in production. */
  large?: boolean;
  /** The answer is this text and not JSON; `response` is then a string schema. */
  text?: true;
  /** Media type of JSON that has one of its own. */
  type?: `application/${string}`;
  /** Media types the answer may be requested in besides JSON, by a query parameter (never by Accept). */
  also?: string[];
  /** Of /v2: the `type` of the envelope `{type, data}`; `response` and `body` are the `data` within. */
  envelope?: string;
}

/** Bytes of a type the handler names, or a redirect within this site. */
interface OtherAnswer {
  response: "stream" | "redirect";
  status?: never;
  large?: never;
  text?: never;
  type?: never;
  also?: never;
  envelope?: never;
  idempotent?: never;
}

/** The handler's own `Response`, as a library for a protocol makes it: its headers say the rest. */
interface WebAnswer extends Omit<OtherAnswer, "response" | "status"> {
  response: "web";
  status: 200 | 201 | 204;
}

/** An endpoint whose answer has a schema: what the app can call. */
export type JsonEndpoint = Base & (Read | Write) & SchemaAnswer;
export type Endpoint = JsonEndpoint | (Base & (Read | Write) & (OtherAnswer | WebAnswer));

/** Refused where another site sends it: everything but reads without effect. */
export function hasEffect({ method, effect }: Endpoint): boolean {
  return effect === true || (method !== "GET" && method !== "HEAD");
}

/** Public reads of a creator, a post or a file answer 451 while a takedown hides it. */
export function maySayTakenDown({ method, access, path }: Endpoint): boolean {
  return method === "GET" && access === "anyone" && /:service\/user\/:id|:hash/.test(path);
}

type KeyOfAny<T> = T extends unknown ? keyof T : never;

/** Keeps the exact types of the constant it is given; a key that is none of an endpoint's does not compile. */
export function endpoint<E extends Endpoint>(
  definition: E & Record<Exclude<keyof E, KeyOfAny<Endpoint>>, never>,
): E {
  return definition;
}
