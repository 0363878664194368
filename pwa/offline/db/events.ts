/** Posts on the device have changed: told to whoever keeps up with them, without a word about databases. */

const listeners = new Set<() => void>();

export function noteChange(): void {
  for (const listener of listeners) listener();
}

/** @returns ends it */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
