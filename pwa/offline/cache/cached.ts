/** Stale-while-revalidate for API calls: shows the stored response at once, then the server's. */
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod/mini";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { type CallInput, call, TIMEOUT_MS } from "../../api/call.ts";
import { HttpError, TimeoutError } from "../../api/errors.ts";
import { noteTopics } from "../../api/topics.ts";
import { isLockedOut } from "../../lib/members.ts";
import { isPrivate } from "../../lib/private-session.ts";
import { hasOfflineData } from "../db/has-data.ts";
import { loadOfflineStore } from "../load-offline-store.ts";
import type { ResponseRecord } from "./cache-writer.ts";
import { isOutage } from "./outage.ts";
import { setStale } from "./stale-queries.ts";

/** Arguments of a query function. */
export interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Timeout while a stored copy is on the screen. */
const REFRESH_TIMEOUT_MS = 60_000;
/** Delay of writes after a response, so that its images and page load first. */
const WRITE_DELAY_MS = 1_000;
/** Delay before a request that will fail, while the copy renders. */
const OFFLINE_DELAY_MS = 100;

const unwritten: ResponseRecord[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Runs `call` and the database read in parallel, for query functions. Shows the stored response with its age until the
 * server's arrives; offline the stored one stays and the query carries the error. A 404 removes the copy. Only this
 * file is in the initial bundle; the database code is loaded on demand.
 * @param none value to return for a 404 that is not an error (no comments)
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
      .catch(() => {}); // handled like a missing copy
  /** @param body undefined if not found */
  const finish = (body: unknown) => {
    isFinished = true;
    setStale(hashKey(queryKey), undefined);
    if (isPrivate() || isLockedOut()) return;
    unwritten.push({ endpoint, input, body, requestedAt, at: Date.now() });
    timer ??= setTimeout(() => void storeResponses(), WRITE_DELAY_MS);
  };
  const painting = isEmpty() && hasOfflineData() ? paint() : undefined;
  // Offline the request fails at once: first show the copy and render the screen.
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
      // Shows the 404 instead of the earlier data.
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

/** Writes the pending responses; resolves when they are stored. */
export async function storeResponses(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // Discarded if the database cannot be opened.
  await loadOfflineStore().then(
    ({ storeBatch }) => {
      const batch = unwritten.splice(0);
      if (!isLockedOut()) return storeBatch(batch); // logging out has deleted everything
    },
    () => unwritten.splice(0),
  );
}
