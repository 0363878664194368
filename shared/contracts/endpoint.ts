/**
 * Defines one endpoint of the API: who may call it and how often, its input and its response. The server enforces it,
 * the app calls through it, and the tests check both.
 */
import type { z } from "zod/mini";
import type { Access } from "../rules/roles.ts";
import type { Scope } from "../rules/scopes.ts";
import type { Topic } from "./topics.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Default limit of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

type Schema = z.ZodMiniType;

/**
 * At most `points` requests per `seconds`, counted together for requests with equal values for everything in `by`;
 * beyond that 429 with Retry-After.
 */
export interface RateLimit {
  /** Endpoints whose limits share a name are counted together. */
  name?: string;
  points: number;
  seconds: number;
  /** `session` is the account, or the address of a caller without one; `params.x` and `body.x` are input fields. */
  by: ("address" | "session" | `params.${string}` | `body.${string}`)[];
}

/** Body of a 404 instead of a message: clients of the original API parse any JSON body as the list. */
export const EMPTY_LIST = "[]";

interface Base {
  /** Path under `/api`, with `:name` for each parameter, such as `/v1/:service/user/:id/profile`. */
  path: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  /** Exact messages by status, besides those that any endpoint may return (400 bad input, 500, 503). */
  errors?: Partial<Record<400 | 401 | 403 | 409 | 412 | 413 | 422 | 429 | 503 | 507, string[]>> & {
    404?: string[] | typeof EMPTY_LIST;
  };
  /** All of them apply. */
  limits?: RateLimit[];
  /** Responses may contain megabytes of text: only a few are built at the same time. */
  heavy?: true;
  /** Registers or logs in: each attempt is a line of the log. */
  authentication?: true;
  /**
   * For everyone also in an archive for members, where any other contract needs an account (decision 0070). Only for
   * what leads to a session: its answers say nothing about content.
   */
  open?: true;
  /** For guests too, where their link shows the file `:hash`; in an archive for members (decision 0074). */
  guests?: true;
  /** Scope that an access token needs, where `scopeOf` gives none or a wrong one. */
  scope?: Scope;
  /** A refusal asks for HTTP Basic credentials, as feed readers know no other login. */
  basicLogin?: true;
}

interface Cookies {
  /** Names of the cookies the response may set or clear; any other is an error. */
  cookies?: string[];
}

/**
 * A public response names the tables it is built from, so that it can be revalidated without a query while they are
 * unchanged. A private one (a random pick, or data of one account) is never cached.
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
  /** Supports `Idempotency-Key`: the handler's transaction also stores the response, which cannot contain a cookie. */
  | { idempotent: true; cookies?: never }
) &
  (
    | { body?: never; maxBytes?: never; form?: never }
    | {
        body: Schema;
        /** Size limit of the body, `MAX_BODY_BYTES` by default. */
        maxBytes?: number;
        /** The body is an HTML form (`application/x-www-form-urlencoded`) instead of JSON. */
        form?: true;
      }
    /** The handler reads the body itself. */
    | { body: "stream"; maxBytes: number; form?: never; idempotent?: never }
  );

interface SchemaAnswer {
  response: Schema;
  /** 200 by default. */
  status?: 200 | 201 | 204;
  /** The response is too large to be validated against its contract in production. */
  large?: boolean;
  /** The response is plain text instead of JSON; `response` is then a string schema. */
  text?: true;
  /** Media type of JSON or text that has its own. */
  type?: `application/${string}`;
  /** Other media types of the response, selected by a query parameter (never by Accept). */
  also?: string[];
  /** For /v2: `type` of the envelope `{type, data}`; `response` and `body` describe the `data`. */
  envelope?: string;
}

/** Bytes with a type set by the handler, a file with ranges and headers of its own, or a redirect within this site. */
interface OtherAnswer {
  response: "stream" | "file" | "redirect";
  status?: never;
  large?: never;
  text?: never;
  type?: never;
  also?: never;
  envelope?: never;
  idempotent?: never;
}

/** A `Response` built by the handler, for example by a protocol library, with its own headers. */
interface WebAnswer extends Omit<OtherAnswer, "response" | "status"> {
  response: "web";
  status: 200 | 201 | 204;
}

/** An endpoint whose response has a schema, so that the app can call it. */
export type JsonEndpoint = Base & (Read | Write) & SchemaAnswer;
export type Endpoint = JsonEndpoint | (Base & (Read | Write) & (OtherAnswer | WebAnswer));

/** Refused where another site sends it: everything but reads without effect. */
export function hasEffect({ method, effect }: Endpoint): boolean {
  return effect === true || (method !== "GET" && method !== "HEAD");
}

/** True for public reads of a creator, post or file, which return 451 while a takedown hides it. */
export function maySayTakenDown({ method, access, path }: Endpoint): boolean {
  return method === "GET" && access === "anyone" && /:service\/user\/:id|:hash/.test(path);
}

type KeyOfAny<T> = T extends unknown ? keyof T : never;

/** Preserves the exact types of the constant. Unknown keys are a type error. */
export function endpoint<E extends Endpoint>(
  definition: E & Record<Exclude<keyof E, KeyOfAny<Endpoint>>, never>,
): E {
  return definition;
}
