/** The network edge of component tests: a middleware of Vitest's server answers `/api` with what the test registered. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { CONTROL, type Command, type Rule, type SeenRequest } from "./fake-api-protocol.ts";

/** Screens ask for these beside the API; every picture is the same. */
const MEDIA = /^\/(thumbnail|data|icons|banners|api\/v1\/file\/\w+\/entry)\//;
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#88a"/></svg>`;

/**
 * Says which test a request is of, also where it arrives when the next one has begun. The contexts of the browser run
 * their files side by side; the page's scripts do not see this cookie, so no test loses it.
 */
const TEST = "fake-api";

export function fakeApi(): Plugin {
  const tests = new Map<string, Answers>();

  function begin(response: ServerResponse): Answers {
    const id = randomUUID();
    response.setHeader("set-cookie", `${TEST}=${id}; Path=/; HttpOnly`);
    const answers = new Answers();
    tests.set(id, answers);
    return answers;
  }

  const testOf = ({ headers }: IncomingMessage) =>
    tests.get(new RegExp(`${TEST}=([\\w-]+)`).exec(headers.cookie ?? "")?.[1] ?? "");

  async function obey(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const command = JSON.parse(await text(request)) as Command;
    if (command.kind === "reset") testOf(request)?.end();
    const answers = command.kind === "reset" ? begin(response) : (testOf(request) ?? begin(response));
    json(response, 200, answers.control(command));
  }

  return {
    name: "roost-fake-api",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? "/", "http://localhost");
        if (url.pathname === CONTROL) return void obey(request, response);
        const answers = testOf(request) ?? new Answers();
        const isMedia = MEDIA.test(url.pathname);
        if (answers.has(request, url) || (url.pathname.startsWith("/api/") && !isMedia))
          return void answers.serve(request, response, url);
        if (!isMedia) return next();
        answers.see({ method: "GET", address: url.pathname + url.search, body: "", isAnswered: true });
        response.writeHead(200, { "content-type": "image/svg+xml" }).end(PICTURE);
      });
    },
  };
}

/** Rules that one test has registered, and the requests it has made. */
class Answers {
  #rules: Rule[] = [];
  #seen: SeenRequest[] = [];
  readonly #held = new Map<string, (() => void)[]>();

  control(command: Command): unknown {
    if (command.kind === "seen") return this.#seen;
    if (command.kind === "add") this.#rules.unshift(...command.rules.toReversed());
    if (command.kind === "remove") this.#remove(command);
    if (command.kind === "hold") this.#rules = this.#rules.map((rule) => ({ ...rule, hold: command.id }));
    if (command.kind === "release") {
      const { id } = command;
      this.#rules = this.#rules.map((rule) => (rule.hold === id ? { ...rule, hold: undefined } : rule));
      this.#release(id);
    }
    return null;
  }

  #remove({ method, path }: Pick<Rule, "method" | "path">): void {
    const at = this.#rules.findIndex((rule) => rule.method === method && rule.path === path);
    if (at >= 0) this.#rules.splice(at, 1);
  }

  /** Refuses all further requests, and answers the waiting ones. */
  end(): void {
    this.#rules = [];
    for (const id of [...this.#held.keys()]) this.#release(id);
  }

  see(request: SeenRequest): void {
    this.#seen.push(request);
  }

  has({ method = "GET" }: IncomingMessage, url: URL): boolean {
    return this.#rules.some((rule) => matches(rule, method, url));
  }

  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { method = "GET" } = request;
    const address = url.pathname + url.search;
    const body = await text(request);
    const rule = this.#rules.find((one) => matches(one, method, url));
    this.see({ method, address, body, isAnswered: rule !== undefined });
    if (rule?.times !== undefined && --rule.times === 0)
      this.#rules = this.#rules.filter((one) => one !== rule);
    if (rule === undefined) return json(response, 501, { error: `No answer is registered for ${address}` });
    const id = rule.hold;
    if (id !== undefined)
      await new Promise<void>((resolve) => this.#held.set(id, [...(this.#held.get(id) ?? []), resolve]));
    if (rule.disconnect === true) return void response.destroy();
    if (rule.base64 !== undefined)
      return sendRange(response, Buffer.from(rule.base64, "base64"), request.headers.range);
    if (rule.text === undefined) return json(response, rule.status, rule.body, rule.headers);
    response.writeHead(rule.status, rule.headers).end(rule.text);
  }

  #release(id: string): void {
    for (const answer of this.#held.get(id) ?? []) answer();
    this.#held.delete(id);
  }
}

function matches(rule: Rule, method: string, url: URL): boolean {
  if (rule.method !== method || !new RegExp(rule.path).test(url.pathname)) return false;
  return Object.entries(rule.query).every(([name, value]) => url.searchParams.get(name) === value);
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The whole file without a range. */
function sendRange(response: ServerResponse, bytes: Buffer, range = ""): void {
  const [, from, to = ""] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (from === undefined) return void response.writeHead(200, { "accept-ranges": "bytes" }).end(bytes);
  if (Number(from) >= bytes.length) return void response.writeHead(416).end();
  const part = bytes.subarray(Number(from), to === "" ? undefined : Number(to) + 1);
  const end = Number(from) + part.length - 1;
  response.writeHead(206, { "content-range": `bytes ${from}-${end}/${bytes.length}` }).end(part);
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
