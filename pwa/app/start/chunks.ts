/** A part of the app that is gone from the server: after a new version was deployed, old pages ask for files that no longer exist. */

import { hasUnsentInput } from "../../lib/typing.ts";

/** Messages of Chrome, Firefox and Safari; the last one is Vite's, for styles. */
const MESSAGES =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && MESSAGES.test(error.message);
}

export interface Surroundings {
  /** Names this build. */
  version: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  isOnline: boolean;
  reload: () => void;
}

/**
 * Reloads the page, once for each version in a tab: never in a loop, never offline.
 * @returns whether it does
 */
export function reloadOnce({ version, storage, isOnline, reload }: Surroundings): boolean {
  const key = `reloaded ${version}`;
  if (!isOnline) return false;
  try {
    if (storage.getItem(key) !== null) return false;
    storage.setItem(key, "1");
    if (storage.getItem(key) === null) return false;
  } catch {
    return false; // without storage a loop could not be detected
  }
  reload();
  return true;
}

/**
 * Parts of which no screen consists fail too. Called once, at the start.
 * @param onStay called where the page is not reloaded
 */
export function watchChunks(onStay: () => void): void {
  addEventListener("vite:preloadError", () => {
    if (!recoverChunk() && navigator.onLine) onStay();
  });
}

/** Where a page stands in the browser; what was typed there stays. Even reading `sessionStorage` throws where it is blocked. */
export function recoverChunk(): boolean {
  if (hasUnsentInput()) return false;
  try {
    return reloadOnce({
      version: import.meta.url,
      storage: sessionStorage,
      isOnline: navigator.onLine,
      reload: () => location.reload(),
    });
  } catch {
    return false;
  }
}
