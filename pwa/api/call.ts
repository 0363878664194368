/** HTTP client: takes a contract and its input, returns a validated response. */

import type { z } from "zod/mini";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { api } from "./origin.ts";
import { blockUntilRetry, throwIfBlocked } from "./retry-after.ts";

type InputOf<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodMiniType> ? z.input<S> : undefined;
type QueryValue = string | readonly string[] | undefined;

export interface CallInput<E> {
  params?: InputOf<E, "params">;
  query?: InputOf<E, "query">;
  body?: InputOf<E, "body">;
  signal?: AbortSignal;
  /** Timeout in milliseconds. */
  timeout?: number;
}

/** Default timeout. */
export const TIMEOUT_MS = 15_000;

/** Fetches and validates; throws one of `errors.ts`, or the abort reason if the caller aborted. */
export async function call<E extends JsonEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<z.output<E["response"]>> {
  const address = addressOf(
    endpoint.path,
    input.params as Record<string, string> | undefined,
    input.query as Record<string, QueryValue> | undefined,
  );
  throwIfBlocked(address);
  const response = await request(endpoint.method, address, input);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw blockUntilRetry(address, new HttpError(response, messageOf(body)));
  if (endpoint.large === true) return body as z.output<E["response"]>;
  const parsed = endpoint.response.safeParse(body);
  if (parsed.success) return parsed.data as z.output<E["response"]>;
  const issue = parsed.error.issues[0];
  throw new ContractError(`${endpoint.path}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}

/** Fetches a file behind an address of the API; errors as `call`. */
export async function callFile(
  address: string,
  { signal, headers }: { signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  throwIfBlocked(address);
  const response = await request("GET", address, { signal, headers });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw blockUntilRetry(address, new HttpError(response, messageOf(body)));
}

interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  body?: unknown;
  timeout?: number;
}

async function request(
  method: string,
  address: string,
  { signal, headers, body, timeout = TIMEOUT_MS }: RequestOptions,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await api.load(api.origin + address, {
      method,
      signal: either,
      headers: {
        accept: "application/json",
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (limit.aborted || (error instanceof Error && error.name === "TimeoutError"))
      throw new TimeoutError(address);
    throw new NetworkError(address, { cause: error });
  }
}

/** `/api` URL of an endpoint; omits absent values, repeats list parameters. */
export function addressOf(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) if (one !== "") search.append(name, one);
  }
  return search.size > 0 ? `/api${filled}?${search}` : `/api${filled}`;
}

function messageOf(body: unknown): string {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : "";
}
