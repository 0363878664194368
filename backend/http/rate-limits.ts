/** Enforces the rate limits of contracts (decision 0026). */
import { hash } from "node:crypto";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Endpoint, RateLimit } from "#shared/contracts/endpoint.ts";
import { TOO_MANY_REQUESTS } from "#shared/contracts/refusals.ts";
import type { Sql } from "../db/client.ts";
import { networkOf } from "./client-address.ts";
import { tooManyRequests } from "./errors.ts";
import type { Principal } from "./principal.ts";

/** Known data of a request's caller. */
export interface Caller {
  address: string;
  principal?: Principal | undefined;
  params?: unknown;
  body?: unknown;
}

/** Stage at which a limit can be counted: immediately, with the account, or with the parsed input. */
export type Stage = "address" | "session" | "input";

/** Counts a request against the limits of a stage. @throws HttpError 429 */
export type CountRequest = (stage: Stage, caller: Caller) => Promise<void>;

/** Parts of a contract that a counter needs. */
export type Limited = Pick<Endpoint, "method" | "path" | "limits" | "errors">;

/** Creates the counter of a contract. */
export type RateLimits = (contract: Limited) => CountRequest;

/** @param sql counts shared by several APIs; undefined counts in memory */
export function rateLimits(sql: Sql | undefined): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();
  return (contract) =>
    countRequests(contract, (name, limit) => {
      const limiter = limiters.get(name) ?? openLimiter(limit, sql);
      limiters.set(name, limiter);
      return limiter;
    });
}

function countRequests(
  contract: Limited,
  limiterOf: (name: string, limit: RateLimit) => RateLimiterAbstract,
): CountRequest {
  const message = contract.errors?.[429]?.[0] ?? TOO_MANY_REQUESTS;
  const limits = (contract.limits ?? []).map((limit, at) => {
    const name = limit.name ?? `${contract.method} ${contract.path} ${at}`;
    return { limit, name, stage: stageOf(limit), limiter: limiterOf(name, limit) };
  });
  return async (stage, caller) => {
    for (const { limit, limiter, name } of limits.filter((one) => one.stage === stage)) {
      const counted = JSON.stringify([name, ...limit.by.map((part) => countedBy(part, caller))]);
      // Hashed to fit the column, and to store no address or name.
      const refusal = await limiter
        .consume(hash("sha256", counted, "base64url"))
        .then(() => undefined, onlyRefusal);
      if (refusal !== undefined)
        throw tooManyRequests(message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
    }
  };
}

function onlyRefusal(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal;
  throw refusal;
}

function stageOf({ by }: RateLimit): Stage {
  if (by.some((part) => part.startsWith("params.") || part.startsWith("body."))) return "input";
  return by.includes("session") ? "session" : "address";
}

function countedBy(part: RateLimit["by"][number], { address, principal, params, body }: Caller): unknown {
  if (part === "address") return networkOf(address);
  if (part === "session") return principal?.id ?? networkOf(address);
  const [source = "", field = ""] = part.split(".");
  return ((source === "params" ? params : body) as Record<string, unknown> | undefined)?.[field] ?? null;
}

function openLimiter({ points, seconds }: RateLimit, sql: Sql | undefined): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  if (sql === undefined) return memory;
  return new RateLimiterPostgres({
    storeClient: clientOf(sql),
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true, // by a migration
    keyPrefix: "",
    points,
    duration: seconds,
    // A caller over the limit costs no more statements; while the database is down each API counts on its own.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: memory,
  });
}

/** The part of node-postgres that the library uses. */
function clientOf(sql: Sql) {
  return {
    async query({ text, values }: { text: string; values: (string | number | null)[] }) {
      const rows = await sql.unsafe(text, values, { prepare: true });
      return { rows, rowCount: rows.count };
    },
  };
}
