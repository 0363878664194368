/**
 * Copies of what links show, saved by people without an account (docs/decisions/0074-guest-links.md): one Cache Storage a link, shared
 * by the app and its service worker.
 */

/** Followed by the token of the link. */
export const GUEST_CACHES = "guest-link:";
/** Entry with the link's end, `{ ends: milliseconds since 1970 }`, stored before all others: no part of a copy is without an end. */
export const GUEST_STATE = "/guest";

/** The part of CacheStorage that is needed here. */
interface Caches {
  keys(): Promise<string[]>;
  open(name: string): Promise<{ match(url: string): Promise<{ json(): Promise<unknown> } | undefined> }>;
  delete(name: string): Promise<boolean>;
}

/** Deletes copies whose link has ended. @returns names of the caches of others */
export async function openGuestCopies(caches: Caches, now: number): Promise<string[]> {
  const open: string[] = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(GUEST_CACHES)) continue;
    const state = await (await caches.open(name)).match(GUEST_STATE);
    if (endOf(await state?.json()) > now) open.push(name);
    else await caches.delete(name);
  }
  return open;
}

function endOf(state: unknown): number {
  const ends = typeof state === "object" && state !== null && "ends" in state ? state.ends : undefined;
  return typeof ends === "number" ? ends : 0;
}
