/** Number of workers that hash files. */

/** More workers gain little, as the disk is the limit. */
const MAX_WORKERS = 4;

/** `deviceMemory` in GiB, Chromium only; others are assumed to have enough. */
export interface Machine {
  hardwareConcurrency: number;
  deviceMemory?: number;
}

export interface PoolSize {
  /** Leaves one core to the page and to the browser, which reads the files. */
  usual: number;
  /** Number while the page is calm. */
  most: number;
}

export function poolSize({ hardwareConcurrency, deviceMemory = 4 }: Machine): PoolSize {
  const byMemory = deviceMemory <= 2 ? 1 : deviceMemory <= 4 ? 2 : MAX_WORKERS;
  const most = Math.max(1, Math.min(byMemory, hardwareConcurrency));
  return { usual: Math.max(1, Math.min(most, hardwareConcurrency - 1)), most };
}
