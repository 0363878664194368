/** Every parameter of every operation, from the published description. */
import { Agent, request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIndexer } from "#indexer/loop.ts";
import { openEngine } from "#indexer/meili.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { member } from "#tests/support/accounts.ts";
import { type DescribedOperation, describedOperations, faultOf } from "#tests/support/conformance.ts";
import { type FuzzRequest, type Known, requestsFor } from "#tests/support/fuzz-requests.ts";
import { untilIdle } from "#tests/support/index.ts";
import { testMeili } from "#tests/support/meili.ts";
import { sized } from "#tests/support/scale.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

const REQUESTS = sized(1_000, 20_000);
const TOO_SLOW = 5_000;
const LANES = 4;
/** Internals that a visitor must never read: stack traces, messages of the database or of the search engine. */
const INSIDES = /\n\s+at |node_modules|\.ts:\d|PostgresError|syntax error at|pg_catalog|meilisearch/i;

const meili = testMeili();
const engine = openEngine(meili);
const agent = new Agent({ keepAlive: true, maxSockets: LANES });
const stopIndexer = new AbortController();
let server: TestServer;
let indexing: Promise<void>;
let known: Known[];
/** Cookie of an administrator, who gets further into every operation; the last one cannot delete or lower itself. */
let session: string;
let sent = 0;

beforeAll(async () => {
  server = await startServer({ MEILI_URL: meili.url, MEILI_KEY: meili.key, MEILI_PREFIX: meili.prefix });
  await importSmallSample(server);
  const log = pino({ level: "silent" });
  indexing = runIndexer({ sql: server.sql, engine, log, signal: stopIndexer.signal });
  await untilIdle(server.sql);
  known = await whatIsThere();
  const administrator = await member(server, "fuzzer", "administrator");
  session = `session=${administrator.cookies.get("session")}`;
});
afterAll(async () => {
  stopIndexer.abort();
  await indexing;
  agent.destroy();
  await Promise.all(INDEXES.map((name) => engine.drop(engine.uid(name))));
  await server[Symbol.asyncDispose]();
});

/** Real values for path parameters, those of one row together. */
async function whatIsThere(): Promise<Known[]> {
  const { sql } = server;
  const posts = await sql<Known[]>`
    select service, "user" as id, id as post from posts order by random() limit 30`;
  const revised = await sql<Known[]>`
    select service, "user" as id, id as post, revision_id::text as revision from post_revisions limit 10`;
  const channels = await sql<Known[]>`
    select service, id, server_id as server, id as channel from discord_channels limit 5`;
  const servers = await sql<Known[]>`select service, id from creators where service = 'discord' limit 3`;
  const communities = await sql<Known[]>`
    select service, creator_id as id, channel_id as channel from community_channels limit 5`;
  const shares = await sql<Known[]>`select service, "user", id, id as share from shares limit 5`;
  const dms = await sql<Known[]>`select service, "user" as id from dms limit 5`;
  const files = await sql<
    { hash: string; ext: string }[]
  >`select hash, ext from files order by random() limit 20`;
  const stored = files.map(({ hash, ext }) => ({
    hash,
    file_hash: hash,
    aa: hash.slice(0, 2),
    bb: hash.slice(2, 4),
    file: hash + ext,
  }));
  const all = [...posts, ...revised, ...channels, ...servers, ...communities, ...shares, ...dms];
  expect(all.length).toBeGreaterThan(40);
  return [...all.map((one, at) => ({ ...stored[at % stored.length], ...one })), {}];
}

interface Outcome {
  status: number;
  fault: string | undefined;
}

function send({ method, target, headers, body }: FuzzRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const begun = performance.now();
    sent += 1;
    const isLoggedIn = sent % 4 > 0 && !target.includes("/logout");
    const outgoing = request({
      agent,
      method,
      port: server.port,
      path: target,
      headers: {
        ...headers,
        ...(isLoggedIn ? { cookie: session } : {}),
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
      },
      timeout: 60_000,
    });
    const fail = (fault: string) => resolve({ status: 0, fault: `${fault}: ${method} ${target}` });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in a minute")));
    outgoing.on("error", (error) => fail(error.message));
    outgoing.on("response", (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", (error) => fail(error.message));
      answer.on("end", () => {
        const status = answer.statusCode ?? 0;
        const isPlain = answer.headers["content-encoding"] === undefined;
        const received = {
          status,
          header: (name: string) => [answer.headers[name]].flat()[0],
          ...(isPlain ? { body: Buffer.concat(parts).toString() } : {}),
        };
        const general = generalFault(received, performance.now() - begun);
        const fault = faultOf(method, target, received) ?? (general && `${general}: ${method} ${target}`);
        resolve({ status, fault });
      });
    });
    outgoing.end(body);
  });
}

function generalFault({ status, body = "" }: { status: number; body?: string }, took: number) {
  if (status >= 500) return `a ${status}: ${body.slice(0, 300)}`;
  if (status >= 400 && INSIDES.test(body)) return `insides in the answer: ${body.slice(0, 300)}`;
  return took > TOO_SLOW ? `took ${Math.round(took)} ms` : undefined;
}

/** Slow once on a busy machine, or without an answer of the engine, is no fault of the server; twice is. */
async function check(one: FuzzRequest, seen: Map<number, number>): Promise<void> {
  let { status, fault } = await send(one);
  if (fault?.startsWith("took ") || status === 503) ({ status, fault } = await send(one));
  seen.set(status, (seen.get(status) ?? 0) + 1);
  if (fault !== undefined) throw new Error(fault);
}

/** One operation after the other in each lane; gives the faults, each shrunk to its smallest request. */
async function fuzz(operations: DescribedOperation[], total: number, seen: Map<number, number>) {
  const faults: string[] = [];
  const numRuns = Math.ceil(total / operations.length);
  const waiting = [...operations];
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const property = fc.asyncProperty(requestsFor(next, known), (one) => check(one, seen));
      const result = await fc.check(property, { numRuns, maxSkipsPerRun: 0 });
      if (result.failed)
        faults.push(
          `${result.errorInstance instanceof Error ? result.errorInstance.message : "failed"}\n${JSON.stringify(result.counterexample).slice(0, 400)}\nseed ${result.seed}`,
        );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return faults;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function residentMiB(): Promise<number> {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 200));
  collect();
  return process.memoryUsage().rss / 1024 ** 2;
}

test("no request makes the server fail, hang, grow or answer what it does not describe", {
  timeout: 300_000 + REQUESTS * 30,
}, async () => {
  const operations = describedOperations();
  const seen = new Map<number, number>();
  const warm = await fuzz(operations, REQUESTS / 3, seen);
  expect(warm.join("\n\n")).toBe("");
  const before = await residentMiB();
  const begun = performance.now();
  const faults = await fuzz(operations, (REQUESTS * 2) / 3, seen);
  const seconds = (performance.now() - begun) / 1_000;
  const after = await residentMiB();
  const counts = [...seen].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const sum = [...seen.values()].reduce((one, other) => one + other, 0);
  console.log(
    `${sum} requests to ${operations.length} operations: ${counts.join(", ")}; ` +
      `last two thirds in ${seconds.toFixed(1)} s, memory ${before.toFixed(0)} → ${after.toFixed(0)} MiB`,
  );
  expect(faults.join("\n\n")).toBe("");
  expect(sum).toBeGreaterThanOrEqual(REQUESTS);
  expect(seen.get(200)).toBeGreaterThan(sum / 20);
  expect(after).toBeLessThan(Math.max(before * 1.1, before + 30));
});
