/** How many workers hash files. */

/** More gain little: they wait for the same disk. */
const MOST = 4;

/** Chromium says it, in GiB; others are taken to have enough. */
export interface Machine {
  hardwareConcurrency: number;
  deviceMemory?: number;
}

/** How many workers hash: one core is left to the page and the browser, which reads the files. */
export function poolSize({ hardwareConcurrency, deviceMemory = 4 }: Machine): number {
  const byMemory = deviceMemory <= 2 ? 1 : deviceMemory <= 4 ? 2 : MOST;
  return Math.max(1, Math.min(MOST, byMemory, hardwareConcurrency - 1));
}
