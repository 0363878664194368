/** Browser storage that may be blocked or full: reads give undefined, writes are dropped with a console warning. */
import { environment } from "./environment.ts";

/** Key of the stored snapshot of the library (features/saved/snapshot.ts). */
export const SNAPSHOT = "snapshot";

/** On the server: what the visitor's cookies say. */
export function readStored(key: string): string | undefined {
  if (typeof document === "undefined") return environment().choices[key];
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
