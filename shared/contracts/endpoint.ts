/** One endpoint of the API: what it takes, what it answers and which errors it names. The server mounts it, the app calls it, the tests check both. */
import type { z } from "zod/mini";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method;
  /** Below `/api`, with `:name` for each parameter, such as `/v1/:service/user/:id/profile`. */
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** Exact messages by status, besides those every endpoint may give (400 bad input, 500, 503). */
  errors?: Partial<Record<400 | 401 | 403 | 404 | 409 | 422 | 429 | 503, string[]>>;
  /** Success status, 200 unless told. */
  status?: 200 | 201 | 204;
  /** True where the answer is too large to be checked against its contract in production. */
  large?: boolean;
  /** The answer is this text and not JSON; `response` is then a string schema (contract 2.5, `/app_version`). */
  text?: true;
  /** Media types the answer may be asked for in besides JSON, by a parameter of the query (never by Accept). */
  also?: string[];
  /** Never kept by anyone: random picks and whatever belongs to one visitor. Other reads may be kept and asked for again. */
  private?: true;
  /** Calls of /v2: the `type` of the answer's envelope `{type, data}`; `response` and `body` are the `data` within (contract 2.9). */
  envelope?: string;
}

/** Keeps the exact schema types of the constant it is given. */
export function endpoint<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return definition;
}
