/** Prometheus metrics of this process and of queued work. */
import { timingSafeEqual } from "node:crypto";
import type { RouterContext } from "@koa/router";
import type { Context, Middleware } from "koa";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { cachedBytes } from "../cached-bytes.ts";
import type { Sql } from "../db/client.ts";
import type { Replica } from "../db/replica.ts";
import { hashOf } from "../db/tokens.ts";
import { HttpError, methodNotAllowed } from "./errors.ts";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Waiting {
  index: string;
  rows: number;
  /** Age of the oldest row. */
  seconds: number;
}

interface State {
  waiting: Waiting[];
  refused: number;
  damaged: number;
  missing: number;
  scrubbed: number | null;
  /** Seconds since 1970. */
  scrub_end: number | null;
  jobs: Job[];
}

interface Metrics {
  /** Middleware around all others. */
  count: Middleware;
  /** Serves `/metrics` to clients with `Authorization: Bearer <token>`. */
  serve: Middleware;
}

/** @param token undefined disables counting and `/metrics` */
export function metrics(sql: Sql, token: string | undefined, replica?: Replica): Metrics {
  if (token === undefined) return { count: (_, next) => next(), serve: (_, next) => next() };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "roost_" });
  const labelNames = ["method", "route", "status"] as const;
  const registers = [registry];
  const requests = new Histogram({
    name: "roost_http_request_seconds",
    help: "Time until the answer begins. `route` is the path of an API contract, `other` for files and pages.",
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const failed = new Counter({
    name: "roost_metrics_failures_total",
    help: "Scrapes during which the database did not answer.",
    registers,
  });
  const gauge = (name: string, help: string, labels: string[]) =>
    new Gauge({ name: `roost_${name}`, help, labelNames: labels, registers });
  const rows = gauge("index_outbox_rows", "Rows that are due and wait for the indexer.", ["index"]);
  const lag = gauge("index_lag_seconds", "Age of the oldest row that waits for the indexer.", ["index"]);
  const refused = gauge("index_refused_rows", "Rows that the search engine refused.", []);
  const jobs = gauge("jobs", "Jobs by state: imports with session keys, imports of downloads, uploads.", [
    "kind",
    "state",
  ]);
  const damaged = gauge("damaged_files", "Stored files that are damaged or missing.", ["fault"]);
  const scrubbed = gauge("scrub_files", "Stored files read in the current pass of the scrub.", []);
  const scrubEnd = gauge(
    "scrub_finished_timestamp_seconds",
    "End of the last whole pass; 0 before the first.",
    [],
  );
  const caches = gauge("cache_bytes", "Bytes in caches of this process.", ["cache"]);

  if (replica !== undefined) observe(replica, registry);

  const readDatabase = async () => {
    for (const one of [rows, lag, jobs]) one.reset(); // removes outdated values while the database is unreachable
    const [state] = await sql<[State]>`
      select
        (select coalesce(json_agg(w), '[]') from (
          select index_name as index, count(*) as rows, extract(epoch from now() - min(queued_at)) as seconds
          from index_outbox where queued_at <= now() group by 1) w) as waiting,
        (select count(*) from index_quarantine) as refused,
        (select count(*) from damaged_files where fault = 'damaged') as damaged,
        (select count(*) from damaged_files where fault = 'missing') as missing,
        (select checked from scrubs where id = 'files') as scrubbed,
        (select extract(epoch from finished_at)::float from scrubs where id = 'files') as scrub_end,
        (select coalesce(json_agg(j), '[]') from (
          select 'keys' as kind, state, count(*) as n from imports group by 2
          union all select 'downloads', state, count(*) from download_imports group by 2
          union all select 'uploads', state, count(*) from uploads group by 2) j) as jobs`;
    for (const { index, rows: n, seconds } of state.waiting) {
      rows.set({ index }, n);
      lag.set({ index }, seconds);
    }
    refused.set(state.refused);
    damaged.set({ fault: "damaged" }, state.damaged);
    damaged.set({ fault: "missing" }, state.missing);
    scrubbed.set(state.scrubbed ?? 0);
    scrubEnd.set(state.scrub_end ?? 0);
    for (const { kind, state: name, n } of state.jobs) jobs.set({ kind, state: name }, n);
  };

  return {
    async count(ctx, next) {
      const end = requests.startTimer({ method: ctx.method });
      await next();
      end({ route: routeOf(ctx), status: ctx.status });
    },
    async serve(ctx, next) {
      if (ctx.path !== "/metrics") return await next();
      if (ctx.method !== "GET") throw methodNotAllowed("GET");
      if (!isBearer(ctx.get("authorization"), token))
        throw new HttpError(401, "A token is needed.", "unauthorized", { "www-authenticate": "Bearer" });
      await readDatabase().catch(() => failed.inc());
      for (const [cache, bytes] of cachedBytes) caches.set({ cache }, bytes());
      ctx.set("cache-control", "no-store");
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    },
  };
}

function observe(replica: Replica, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "roost_replica_up",
    help: "1 while the replica of DATABASE_READ_URL is connected.",
    registers,
    collect() {
      this.set(replica.state().connected ? 1 : 0);
    },
  });
  new Gauge({
    name: "roost_replica_lag_seconds",
    help: "For how long the replica has not shown every change; 0 where it does.",
    registers,
    collect() {
      this.set(replica.state().lag);
    },
  });
  new Counter({
    name: "roost_reads_total",
    help: "Visitors' reads by the server that they began on.",
    labelNames: ["server"],
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(replica.state().reads)) this.inc({ server }, count);
    },
  });
}

interface Job {
  kind: string;
  state: string;
  n: number;
}

/** Route set on the context by the router; always a string here. */
function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as Partial<RouterContext>;
  return route === undefined ? "other" : String(route);
}

/** Compares hashes, which have equal length. */
const isBearer = (sent: string, token: string) => timingSafeEqual(hashOf(sent), hashOf(`Bearer ${token}`));
