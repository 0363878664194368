/** Answers of the API in component tests, held to the contracts; the last one registered for an address counts. */
import type { z } from "zod/mini";
import type { Endpoint, JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { CONTROL, type Command, type Rule, type SeenRequest } from "./fake-api-protocol.ts";

type AnyEndpoint = Pick<Endpoint, "method" | "path">;

export interface Match {
  /** Values of the `:name` parts of the path; any value unless given. */
  params?: Record<string, string>;
  /** Parameters that the query must have; `null` for one that it must not have. */
  query?: Record<string, string | null>;
  /** Number of requests it answers; all unless given. */
  times?: number;
}

async function send(command: Command): Promise<unknown> {
  const answer = await fetch(CONTROL, { method: "POST", body: JSON.stringify(command) });
  return await answer.json();
}

function rule(
  { method, path }: AnyEndpoint,
  { params = {}, query = {}, times }: Match,
): Omit<Rule, "status"> {
  const filled = path
    .replace(/[.]/g, "\\.")
    .replace(/:(\w+)/g, (_, name: string) =>
      params[name] === undefined ? "[^/]+" : encodeURIComponent(params[name]),
    );
  return { method, path: `^/api${filled}$`, query, ...(times === undefined ? {} : { times }) };
}

/** For failures that the app would repeat by itself after seconds, perhaps before a slow test presses "Try again". */
export const NOT_SOON = { headers: { "retry-after": "3600" } };

const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

let unsent: { rules: Rule[]; sent: Promise<unknown> } | undefined;

/** Registers a rule; rules registered in one step are sent as one request. */
async function add(one: Rule): Promise<void> {
  unsent ??= { rules: [], sent: Promise.resolve().then(flush) };
  unsent.rules.push(one);
  await unsent.sent;
}

function flush(): Promise<unknown> {
  const rules = unsent?.rules ?? [];
  unsent = undefined;
  return send({ kind: "add", rules });
}

export const api = {
  /** @throws Error where the answer does not fit its contract */
  async answer<E extends JsonEndpoint>(
    endpoint: E,
    body: z.input<E["response"]>,
    match: Match = {},
  ): Promise<void> {
    endpoint.response.parse(body);
    await add({ ...rule(endpoint, match), status: endpoint.status ?? 200, body });
  },

  /** The same, but not before the function that it gives is called. */
  async hold<E extends JsonEndpoint>(
    endpoint: E,
    body: z.input<E["response"]>,
    match: Match = {},
  ): Promise<() => Promise<void>> {
    endpoint.response.parse(body);
    const id = crypto.randomUUID();
    await add({ ...rule(endpoint, match), status: endpoint.status ?? 200, body, hold: id });
    return async () => void (await send({ kind: "release", id }));
  },

  /** All that was registered before waits until the function that it gives is called. */
  async holdAll(): Promise<() => Promise<void>> {
    const id = crypto.randomUUID();
    await send({ kind: "hold", id });
    return async () => void (await send({ kind: "release", id }));
  },

  async fail(
    endpoint: AnyEndpoint,
    status: number,
    error = "",
    { headers = {}, ...match }: Match & { headers?: Record<string, string> } = {},
  ): Promise<void> {
    await add({ ...rule(endpoint, match), status, headers, body: error === "" ? {} : { error } });
  },

  /** The same, but not before the function that it gives is called. */
  async holdFailure(
    endpoint: AnyEndpoint,
    status: number,
    error = "",
    match: Match = {},
  ): Promise<() => Promise<void>> {
    const id = crypto.randomUUID();
    await add({ ...rule(endpoint, match), status, body: error === "" ? {} : { error }, hold: id });
    return async () => void (await send({ kind: "release", id }));
  },

  /** Removes the last answer of an address: the one before counts again. */
  async removeLast(endpoint: AnyEndpoint): Promise<void> {
    const { method, path } = rule(endpoint, {});
    await send({ kind: "remove", method, path });
  },

  /** The connection ends without an answer. */
  async disconnect(endpoint: AnyEndpoint, match: Match = {}): Promise<void> {
    await add({ ...rule(endpoint, match), status: 0, disconnect: true });
  },

  /** Answers with something outside the API, such as a file below `/data`. */
  async file(path: string, text: string, headers: Record<string, string> = {}): Promise<void> {
    await add({ method: "GET", path: `^${escaped(path)}$`, query: {}, status: 200, headers, text });
  },

  /** Answers with a binary file, whole or in ranges. */
  async binary(path: string, bytes: Uint8Array): Promise<void> {
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    await add({ method: "GET", path: `^${escaped(path)}$`, query: {}, status: 200, base64 });
  },

  /** The same, but not before the function that it gives is called. */
  async holdFile(
    path: string,
    text: string,
    headers: Record<string, string> = {},
  ): Promise<() => Promise<void>> {
    const id = crypto.randomUUID();
    await add({ method: "GET", path: `^${escaped(path)}$`, query: {}, status: 200, headers, text, hold: id });
    return async () => void (await send({ kind: "release", id }));
  },

  /** Files below a path are not there. */
  async missFiles(below: string): Promise<void> {
    await add({ method: "GET", path: `^${escaped(below)}`, query: {}, status: 404, text: "" });
  },

  /** Every request so far, oldest first; of the test that runs. */
  async requests(pattern = /^/): Promise<SeenRequest[]> {
    return ((await send({ kind: "seen" })) as SeenRequest[]).filter(({ address }) => pattern.test(address));
  },

  async reset(): Promise<void> {
    await send({ kind: "reset" });
  },
};
