/** Search and browsing under load while the engine is killed, hangs or is slow, and how soon search is back. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { type Line, ms, percentile } from "./measure.ts";
import { type Call, timesOf, wordsOf } from "./search-calls.ts";
import type { Setting } from "./setting.ts";

type Mode = "works" | "is killed" | "hangs" | "is slow";

const CLIENTS = 8;
const SEARCHES = 400;
/** Longest that 95 of 100 searches may take, in milliseconds, and search to be back. */
const MAX_SEARCH_MS = 500;
const MAX_RECOVERY_MS = 5_000;
/** Delay of a slow engine, in milliseconds. */
const DELAY = 2_000;

export async function benchAway(setting: Setting, full: { url: string; sql: Sql }): Promise<Line[]> {
  const engine = await proxyOf(setting.meili.url);
  await setting.start("indexer", { DATABASE_URL: full.url });
  while ((await full.sql`select from index_outbox where queued_at <= now() limit 1`).length > 0)
    await sleep(100);
  const api = await setting.startApi(full.url, { MEILI_URL: engine.url });
  const terms = await wordsOf(full.sql, SEARCHES);
  const searches = terms.map((term) => ({ url: `${api.origin}/api/v1/posts?q=${encodeURIComponent(term)}` }));
  const pages = terms.map((_, at) => ({ url: `${api.origin}/api/v1/posts?o=${(at % 100) * 50}` }));
  const isBasic = async () =>
    ((await (await fetch(searches[0]?.url ?? "")).json()) as { fallback?: true }).fallback === true;
  const lines: Line[] = [];
  const load = async (calls: readonly Call[]) => percentile(await timesOf(calls, CLIENTS), 0.95);
  await load(searches);
  await load(pages);
  const [usual] = await Promise.all([load(pages), load(searches)]);
  for (const mode of ["is killed", "hangs", "is slow"] as const) {
    engine.set(mode);
    const [browsing, searching] = await Promise.all([load(pages), load(searches)]);
    engine.set("works");
    const begun = performance.now();
    while (await isBasic()) await sleep(50);
    const back = performance.now() - begun;
    lines.push(
      line(`the engine ${mode}: search, p95`, searching, MAX_SEARCH_MS),
      line(`the engine ${mode}: browsing, p95, against before`, browsing, usual, 1.5),
      line(`the engine ${mode}: search is back after`, back, MAX_RECOVERY_MS),
    );
  }
  engine.close();
  return lines;
}

function line(what: string, ours: number, limit: number, goal = 1): Line {
  const ratio = ours / limit;
  return { what, ours: ms(ours), limit: ms(limit), ratio, goal: `<= ${goal.toFixed(2)}`, met: ratio <= goal };
}

/** In front of the engine: passes on, ends connections, answers nothing, or answers late. */
async function proxyOf(
  target: string,
): Promise<{ url: string; set: (mode: Mode) => void; close: () => void }> {
  let mode: Mode = "works";
  const { hostname, port } = new URL(target);
  const server: Server = createServer(async (incoming, answer) => {
    if (mode === "is killed") return incoming.socket.destroy();
    if (mode === "hangs") return;
    if (mode === "is slow" && incoming.url !== "/health") await sleep(DELAY);
    const { method, url, headers } = incoming;
    const passed = request({ hostname, port, method, path: url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      mode = next;
      if (next !== "is slow") server.closeAllConnections();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
