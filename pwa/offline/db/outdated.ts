/** A newer version of the app needs the database: this page has let go of it and works on without. */

let isOutdated = false;
const listeners = new Set<() => void>();

export function noteOutdated(): void {
  isOutdated = true;
  for (const listener of listeners) listener();
}

export function hasNewerTab(): boolean {
  return isOutdated;
}

/** For `useSyncExternalStore`. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
