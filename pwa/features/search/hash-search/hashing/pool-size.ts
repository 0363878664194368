/** How many workers hash files. */

/** More gain little: they wait for the same disk. */
const MOST = 4;

/** Chromium says it, in GiB; others are taken to have enough. */
export interface Machine {
  hardwareConcurrency: number;
  deviceMemory?: number;
}

export interface PoolSize {
  /** Leaves one core to the page and to the browser, which reads the files. */
  usual: number;
  /** While the page is calm. */
  most: number;
}

export function poolSize({ hardwareConcurrency, deviceMemory = 4 }: Machine): PoolSize {
  const byMemory = deviceMemory <= 2 ? 1 : deviceMemory <= 4 ? 2 : MOST;
  const most = Math.max(1, Math.min(byMemory, hardwareConcurrency));
  return { usual: Math.max(1, Math.min(most, hardwareConcurrency - 1)), most };
}
