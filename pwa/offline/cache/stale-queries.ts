/** Queries on the screen that show a stored copy. */
import { createStore } from "../../lib/create-store.ts";

/** Server time of the copy, by hash of the query key. */
export const staleQueries = createStore<ReadonlyMap<string, number>>(new Map());

/** Set once this page has shown a stored copy; the code that shows its age is loaded then. */
export const hasShownCopy = createStore(false);

/** @param storedAt undefined for a fresh server response */
export function setStale(hash: string, storedAt: number | undefined): void {
  if (staleQueries.get().get(hash) === storedAt) return;
  const next = new Map(staleQueries.get());
  if (storedAt === undefined) next.delete(hash);
  else next.set(hash, storedAt);
  if (storedAt !== undefined) hasShownCopy.set(true);
  staleQueries.set(next);
}
