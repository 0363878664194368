import { browser } from "./apis.ts";

/** Last work under each lock of this page, for browsers without Web Locks. */
const held = new Map<string, Promise<unknown>>();

/** Runs `work` under a lock shared with other tabs and workers; without Web Locks, within this page or worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = browser().locks;
  if (locks !== undefined) return await locks.request(name, work);
  const run = (held.get(name) ?? Promise.resolve()).then(work, work);
  held.set(name, run);
  try {
    return await run;
  } finally {
    if (held.get(name) === run) held.delete(name);
  }
}

/** Runs `work` if the lock is free. @returns undefined if it is taken */
export async function withFreeLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const locks = browser().locks;
  if (locks === undefined) return held.has(name) ? undefined : await withLock(name, work);
  return await locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}
