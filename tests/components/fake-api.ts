/** The network edge of component tests: a middleware of Vitest's server answers `/api` with what the test registered. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { CONTROL, type Command, type Rule, type SeenRequest } from "./fake-api-protocol.ts";

/** Screens ask for these beside the API; every picture is the same. */
const MEDIA = /^\/(thumbnail|data|icons|banners)\//;
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#88a"/></svg>`;

export function fakeApi(): Plugin {
  let rules: Rule[] = [];
  let seen: SeenRequest[] = [];
  const held = new Map<string, (() => void)[]>();

  const release = (id: string) => {
    for (const answer of held.get(id) ?? []) answer();
    held.delete(id);
  };

  function control(command: Command): unknown {
    if (command.kind === "seen") return seen;
    if (command.kind === "add") rules.unshift(...command.rules.toReversed());
    if (command.kind === "hold") rules = rules.map((rule) => ({ ...rule, hold: command.id }));
    if (command.kind === "release") {
      rules = rules.map((rule) => (rule.hold === command.id ? { ...rule, hold: undefined } : rule));
      release(command.id);
    }
    if (command.kind === "reset") {
      rules = [];
      seen = [];
      for (const id of [...held.keys()]) release(id);
    }
    return null;
  }

  async function serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const address = url.pathname + url.search;
    const body = await text(request);
    const rule = rules.find((one) => matches(one, request.method ?? "GET", url));
    seen.push({ method: request.method ?? "GET", address, body, isAnswered: rule !== undefined });
    if (rule?.times !== undefined && --rule.times === 0) rules = rules.filter((one) => one !== rule);
    if (rule === undefined) return json(response, 501, { error: `No answer is registered for ${address}` });
    const id = rule.hold;
    if (id !== undefined)
      await new Promise<void>((resolve) => held.set(id, [...(held.get(id) ?? []), resolve]));
    if (rule.disconnect === true) return void response.destroy();
    if (rule.text === undefined) return json(response, rule.status, rule.body, rule.headers);
    response.writeHead(rule.status, rule.headers).end(rule.text);
  }

  return {
    name: "roost-fake-api",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? "/", "http://localhost");
        if (url.pathname === CONTROL)
          return void text(request).then((body) => json(response, 200, control(JSON.parse(body) as Command)));
        const isRegistered = rules.some((rule) => matches(rule, request.method ?? "GET", url));
        if (isRegistered || url.pathname.startsWith("/api/")) return void serve(request, response, url);
        if (!MEDIA.test(url.pathname)) return next();
        seen.push({ method: "GET", address: url.pathname + url.search, body: "", isAnswered: true });
        response.writeHead(200, { "content-type": "image/svg+xml" }).end(PICTURE);
      });
    },
  };
}

function matches(rule: Rule, method: string, url: URL): boolean {
  if (rule.method !== method || !new RegExp(rule.path).test(url.pathname)) return false;
  return Object.entries(rule.query).every(([name, value]) => url.searchParams.get(name) === value);
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
