/** Which answers on the screen came from the device: the line that says so reads it. */

/** When the server gave them, by hash of the query's key. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();
let isUsed = false;

/** @param storedAt undefined for what came from the server just now */
export function noteShown(hash: string, storedAt: number | undefined): void {
  if (shown.get(hash) === storedAt) return;
  if (storedAt === undefined) shown.delete(hash);
  else shown.set(hash, storedAt);
  isUsed ||= storedAt !== undefined;
  for (const listener of listeners) listener();
}

/** When the server gave what is shown of a query, where that is a copy. */
export function storedMoment(hash: string): number | undefined {
  return shown.get(hash);
}

/** Whether this page ever showed something from the device. */
export function usesDevice(): boolean {
  return isUsed;
}

/** For `useSyncExternalStore`. */
export function onShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
