/** Browser storage that may be blocked or full: reads give undefined, writes are dropped with a console warning (spec section 4). */

/** Where the library's looks are kept (features/saved/sight.ts). */
export const SIGHT = "sight";

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn("Storage is not available.", error);
  }
}
