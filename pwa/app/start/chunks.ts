/** Recovers from missing chunks: after a deployment, old pages request files that no longer exist. */

import { hasUnsentInput } from "../../lib/typing.ts";

/** Error messages of Chrome, Firefox and Safari; the last one is Vite's, for styles. */
const MESSAGES =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && MESSAGES.test(error.message);
}

export interface Surroundings {
  /** Build version. */
  version: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  isOnline: boolean;
  reload: () => void;
}

/**
 * Reloads the page, once per version and tab: never in a loop, never offline.
 * @returns true if it reloads
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
 * Handles failed chunks outside of screens too. Called once at startup.
 * @param onStay called if the page is not reloaded
 */
export function watchChunks(onStay: () => void): void {
  addEventListener("vite:preloadError", () => {
    if (!recoverChunk() && navigator.onLine) onStay();
  });
}

/**
 * Reloads the page unless it has unsent input. Blocked `sessionStorage` throws on access.
 * @returns true if it reloads
 */
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
