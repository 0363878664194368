/** Stale-while-revalidate for API calls: the stored response is shown at once, then the server's. */
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod/mini";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { type CallInput, call, TIMEOUT_MS } from "../../api/call.ts";
import { HttpError, TimeoutError } from "../../api/errors.ts";
import { noteTopics } from "../../api/topics.ts";
import { isPrivate } from "../../lib/private-session.ts";
import { hasOfflineData } from "../db/has-data.ts";
import { loadOfflineStore } from "../load-offline-store.ts";
import type { ResponseRecord } from "./cache-writer.ts";
import { isOutage } from "./outage.ts";
import { setStale } from "./stale-queries.ts";

/** What a query function is given. */
export interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Timeout while a stored copy is on the screen. */
const REFRESH_TIMEOUT_MS = 60_000;
/** Delay of writes after a response, so that its pictures and its page come first. */
const WRITE_DELAY_MS = 1_000;
/** Delay of a request that will fail, while its copy is being rendered. */
const OFFLINE_DELAY_MS = 100;

const unwritten: ResponseRecord[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * For query functions: `call` and the database in parallel. The stored response is shown with its age until the server's
 * arrives; offline it stays, and the query carries the error. A 404 removes the copy. Only this file is in the first
 * load; the rest is loaded with the database.
 * @param none the value that a 404 stands for, where it is not an error (no comments)
 * @throws as `call` does
 */
export async function cachedCall<E extends JsonEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, "signal">,
  { client, queryKey, signal }: Context,
  none?: z.output<E["response"]>,
): Promise<z.output<E["response"]>> {
  if (import.meta.env.SSR) {
    noteTopics(client, endpoint.topics ?? []);
    return call(endpoint, { ...input, signal } as CallInput<E>);
  }
  const requestedAt = Date.now();
  const isEmpty = () => client.getQueryData(queryKey) === undefined;
  let isFinished = false;
  const paint = () =>
    loadOfflineStore()
      .then(({ readCached }) => readCached(endpoint, input))
      .then((stored) => {
        if (stored === undefined || isFinished || signal.aborted || !isEmpty()) return;
        setStale(hashKey(queryKey), stored.storedAt);
        client.setQueryData(queryKey, stored.body, { updatedAt: stored.storedAt });
      })
      .catch(() => {}); // same as no copy
  /** @param body undefined: not found */
  const finish = (body: unknown) => {
    isFinished = true;
    setStale(hashKey(queryKey), undefined);
    if (isPrivate()) return;
    unwritten.push({ endpoint, input, body, requestedAt, at: Date.now() });
    timer ??= setTimeout(() => void storeResponses(), WRITE_DELAY_MS);
  };
  const painting = isEmpty() && hasOfflineData() ? paint() : undefined;
  // Offline the request fails at once: the copy comes first, and the screen that shows it.
  if (!navigator.onLine) {
    await painting;
    if (!isEmpty()) await new Promise((done) => setTimeout(done, OFFLINE_DELAY_MS));
  }
  const timeout = new AbortController();
  const limit = setTimeout(() => isEmpty() && timeout.abort(new TimeoutError(endpoint.path)), TIMEOUT_MS);
  try {
    const either = AbortSignal.any([signal, timeout.signal]);
    const body = await call(endpoint, {
      ...input,
      signal: either,
      timeout: REFRESH_TIMEOUT_MS,
    } as CallInput<E>);
    finish(body);
    return body;
  } catch (error) {
    if (error instanceof HttpError && error.isMissing) {
      finish(none);
      if (none !== undefined) return none;
      // The screen shows the 404, not the former data.
      if (!isEmpty())
        client
          .getQueryCache()
          .find({ queryKey, exact: true })
          ?.setState({ data: undefined, dataUpdatedAt: 0, status: "pending" });
    } else if (isOutage(error) && isEmpty()) await (painting ?? paint());
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** Writes the responses that wait for it; resolves when they are written. */
export async function storeResponses(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // Dropped where the database cannot be opened.
  await loadOfflineStore().then(
    ({ storeBatch }) => storeBatch(unwritten.splice(0)),
    () => unwritten.splice(0),
  );
}
