/** Answers that the page asked for before the app's code was there (app/early.js). */

declare global {
  var early: Map<string, Promise<Response>> | undefined;
}

/** Later they would be stale. */
const FRESH_MS = 15_000;

/** Each can be taken once. */
export function takeEarly(method: string, address: string): Promise<Response> | undefined {
  const asked = globalThis.early?.get(address);
  if (method !== "GET" || asked === undefined) return undefined;
  globalThis.early?.delete(address);
  return performance.now() < FRESH_MS ? asked : undefined;
}
