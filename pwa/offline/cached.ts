/** A call whose answer stays on the device: the stored one is painted at once, the server's takes its place. */
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod/mini";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { addressOf, type CallInput, call, TIMEOUT_MS } from "../api/call.ts";
import { HttpError, TimeoutError } from "../api/errors.ts";
import { type Asked, mayKeep } from "./asked.ts";
import { keepLater } from "./keep.ts";
import { mayHoldCopies, openDevice } from "./open-device.ts";
import { isOutage } from "./outage.ts";
import { noteShown } from "./shown.ts";

/** What a query function is given. */
export interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** How long an answer may take where a stored copy is on the screen meanwhile. */
const PATIENT_MS = 60_000;
/** A database that hangs keeps nobody from the truth about the line. */
const READ_MS = 3_000;

/**
 * For query functions: `call`, with the device beside it. Both are asked at once. The stored answer is painted with its
 * age while the server's is on its way; without a line it stays, and the query carries the error. A 404 wins over the
 * copy, which goes.
 * @param none what a 404 means here, where it is an answer like others (no comments)
 * @throws as `call` does
 */
export async function cachedCall<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  input: Omit<CallInput<P, Q, B>, "signal">,
  { client, queryKey, signal }: Context,
  none?: z.output<R>,
): Promise<z.output<R>> {
  const asked = askedOf(endpoint.path, input);
  const hash = hashKey(queryKey);
  const askedAt = Date.now();
  const isEmpty = () => client.getQueryData(queryKey) === undefined;
  let isOver = false;
  const paint = async () => {
    const stored = await within(READ_MS, readCopy(asked));
    if (stored === undefined || isOver || signal.aborted || !isEmpty()) return;
    noteShown(hash, stored.storedAt);
    client.setQueryData(queryKey, stored.body, { updatedAt: stored.storedAt });
  };
  const keep = (body: unknown) => {
    isOver = true;
    noteShown(hash, undefined);
    if (mayKeep(endpoint)) keepLater({ asked, body, askedAt, at: Date.now() });
  };
  let painting: Promise<void> | undefined;
  if (isEmpty()) {
    noteShown(hash, undefined);
    if (mayHoldCopies()) painting = paint();
  }
  const patience = new AbortController();
  const limit = setTimeout(() => {
    if (isEmpty()) patience.abort(new TimeoutError(asked.address));
  }, TIMEOUT_MS);
  try {
    const either = AbortSignal.any([signal, patience.signal]);
    const body = await call(endpoint, { ...input, signal: either, timeout: PATIENT_MS } as CallInput<
      P,
      Q,
      B
    >);
    keep(body);
    return body;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) {
      if (none !== undefined) {
        keep(none);
        return none;
      }
      isOver = true;
      forgetCopy(asked, client, queryKey);
    } else if (isOutage(error)) await (painting ?? paint());
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

function askedOf(path: string, { params, query }: { params?: unknown; query?: unknown }): Asked {
  const named = (params ?? {}) as Record<string, string>;
  return { path, params: named, address: addressOf(path, named, query as Parameters<typeof addressOf>[2]) };
}

async function readCopy(asked: Asked): ReturnType<Awaited<ReturnType<typeof openDevice>>["read"]> {
  try {
    return await (await openDevice()).read(asked);
  } catch {
    return undefined; // blocked, broken or closed: as if there were none
  }
}

/** The screen shows that there is no such thing, not what was there once. */
function forgetCopy(asked: Asked, client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.data !== undefined)
    query.setState({ data: undefined, dataUpdatedAt: 0, status: "pending" });
  noteShown(hashKey(queryKey), undefined);
  if (!mayHoldCopies()) return;
  openDevice()
    .then(({ forget }) => forget(asked))
    .catch(() => {});
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
