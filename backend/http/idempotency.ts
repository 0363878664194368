/** Requests with an `Idempotency-Key` run once; repeats get the same response for a day (decision 0026). */
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { KEY_REUSED } from "#shared/contracts/refusals.ts";
import type { Sql, Tx } from "../db/client.ts";
import { badInput, HttpError } from "./errors.ts";
import type { Principal } from "./principal.ts";

const RETENTION = "24 hours";
const CLEAN_UP_EVERY = 60 * 60 * 1_000;
/** Long enough to be unguessable: only the key distinguishes anonymous callers. */
const KEY = /^[\x21-\x7e]{16,200}$/;

export interface KeyedRequest {
  scope: string;
  key: string;
  /** Digest that identifies equal requests. */
  request: Buffer;
}

interface StoredAnswer {
  status: number;
  body: string;
}

/** @returns undefined without a key @throws HttpError 400 for a key that is too short, too long or not ASCII */
export function keyedRequest(
  key: string | undefined,
  {
    method,
    address,
    body,
    principal,
  }: { method: string; address: string; body: unknown; principal: Principal | undefined },
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  if (!KEY.test(key))
    throw badInput("Expected an Idempotency-Key of 16 to 200 ASCII characters without spaces.");
  const scope = principal === undefined ? "anonymous" : `account ${principal.id}`;
  const request = createHash("sha256")
    .update(JSON.stringify([method, address, body ?? null]))
    .digest();
  return { scope, key, request };
}

/**
 * Runs `work` in the transaction, or returns the stored response if its key was used before. A second request with the key
 * waits for the first one's transaction.
 * @throws HttpError 422 if the key was used for another request
 */
export async function answerOnce(
  tx: Tx,
  { scope, key, request }: KeyedRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const claimed = await tx`
    insert into idempotency_keys as k (scope, key, request) values (${scope}, ${key}, ${request})
    on conflict (scope, key) do update set request = excluded.request, status = null, body = null, created = now()
      where k.created < now() - ${RETENTION}::interval
    returning 1`;
  if (claimed.length === 0) return await firstAnswer(tx, { scope, key, request });
  const answer = await work();
  await tx`update idempotency_keys set status = ${answer.status}, body = ${answer.body}
    where scope = ${scope} and key = ${key}`;
  return answer;
}

async function firstAnswer(tx: Tx, { scope, key, request }: KeyedRequest): Promise<StoredAnswer> {
  const [first] = await tx<(StoredAnswer & { request: Buffer })[]>`
    select request, status, body from idempotency_keys where scope = ${scope} and key = ${key}`;
  if (first === undefined) throw new Error("An idempotency key vanished within its transaction.");
  if (!first.request.equals(request)) throw new HttpError(422, KEY_REUSED, "idempotency_key_reused");
  return first;
}

/** Deletes keys older than a day. @returns how many */
export async function deleteOldKeys(sql: Sql): Promise<number> {
  const { count } = await sql`delete from idempotency_keys where created < now() - ${RETENTION}::interval`;
  return count;
}

/** Deletes old keys now and every hour until the returned function is called. */
export function cleanUpKeys(sql: Sql, log: Logger): () => void {
  const cleanUp = () =>
    deleteOldKeys(sql).catch((error: unknown) =>
      log.warn({ err: error }, "idempotency keys were not cleaned up"),
    );
  void cleanUp();
  const timer = setInterval(cleanUp, CLEAN_UP_EVERY);
  return () => clearInterval(timer);
}
