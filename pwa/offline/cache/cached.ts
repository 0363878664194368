/** A call whose answer stays on the device: the stored one is painted at once, the server's takes its place. */
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod/mini";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { type CallInput, call, TIMEOUT_MS } from "../../api/call.ts";
import { HttpError, TimeoutError } from "../../api/errors.ts";
import { mayHoldCopies } from "../db/has-data.ts";
import { openDevice } from "../load-offline-store.ts";
import type { Seen } from "./cache-writer.ts";
import { isOutage } from "./outage.ts";
import { noteShown } from "./stale-queries.ts";

/** What a query function is given. */
export interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** How long an answer may take where a stored copy is on the screen meanwhile. */
const PATIENT_MS = 60_000;
/** So long after an answer nothing is written, so that its pictures and its page come first. */
const CALM_MS = 1_000;

const seen: Seen[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * For query functions: `call`, with the device beside it. Both are asked at once. The stored answer is painted with its
 * age while the server's is on its way; without a line it stays, and the query carries the error. A 404 wins over the
 * copy, which goes. Only the first lines of all this are in the first load; the rest comes with the database.
 * @param none what a 404 means here, where it is an answer like others (no comments)
 * @throws as `call` does
 */
export async function cachedCall<E extends JsonEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, "signal">,
  { client, queryKey, signal }: Context,
  none?: z.output<E["response"]>,
): Promise<z.output<E["response"]>> {
  const askedAt = Date.now();
  const isEmpty = () => client.getQueryData(queryKey) === undefined;
  let isOver = false;
  const paint = () =>
    openDevice()
      .then(({ readCopy }) => readCopy(endpoint, input))
      .then((stored) => {
        if (stored === undefined || isOver || signal.aborted || !isEmpty()) return;
        noteShown(hashKey(queryKey), stored.storedAt);
        client.setQueryData(queryKey, stored.body, { updatedAt: stored.storedAt });
      })
      .catch(() => {}); // as if there were no copy
  /** @param body undefined: there is no such thing */
  const end = (body: unknown) => {
    isOver = true;
    noteShown(hashKey(queryKey), undefined);
    seen.push({ endpoint, input, body, askedAt, at: Date.now() });
    timer ??= setTimeout(() => void handOver(), CALM_MS);
  };
  const painting = isEmpty() && mayHoldCopies() ? paint() : undefined;
  // A line that is known to be gone can wait until the copy is on the screen.
  if (painting !== undefined && !navigator.onLine) await painting;
  const patience = new AbortController();
  const limit = setTimeout(() => isEmpty() && patience.abort(new TimeoutError(endpoint.path)), TIMEOUT_MS);
  try {
    const either = AbortSignal.any([signal, patience.signal]);
    const body = await call(endpoint, { ...input, signal: either, timeout: PATIENT_MS } as CallInput<E>);
    end(body);
    return body;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) {
      end(none);
      if (none !== undefined) return none;
      // The screen shows that, not what was there once.
      if (!isEmpty())
        client
          .getQueryCache()
          .find({ queryKey, exact: true })
          ?.setState({ data: undefined, dataUpdatedAt: 0, status: "pending" });
    } else if (isOutage(error)) await (painting ?? paint());
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** What was seen goes to the device; resolves when it is written. */
export async function handOver(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // A device that cannot be opened keeps nothing.
  await openDevice().then(
    ({ keep }) => keep(seen.splice(0)),
    () => seen.splice(0),
  );
}
