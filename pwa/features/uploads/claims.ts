/** Ownership of unfinished uploads by one tab, which sends them; other tabs list them only. */
import { withFreeLock, withLock } from "../../lib/secure-context/locks.ts";

const releases = new Map<string, () => void>();
const lockOf = (id: string) => `upload ${id}`;

/** Lasts until `release`, or until the tab is closed. @returns false if another tab owns it */
export async function claim(id: string): Promise<boolean> {
  if (releases.has(id)) return true;
  return await new Promise((resolve, reject) => {
    const hold = () =>
      new Promise<true>((release) => {
        releases.set(id, () => release(true));
        resolve(true);
      });
    withFreeLock(lockOf(id), hold).then((held) => resolve(held === true), reject);
  });
}

export function release(id: string): void {
  releases.get(id)?.();
  releases.delete(id);
}

export function releaseAll(): void {
  for (const id of [...releases.keys()]) release(id);
}

/** Resolves once the other tab has finished, or was closed. */
export async function released(id: string): Promise<void> {
  await withLock(lockOf(id), async () => {});
}
