/**
 * APIs that browsers offer in secure contexts only: HTTPS and localhost, not `http://nas.lan`. Everything else gets them
 * here (biome's noRestrictedGlobals and noRestrictedSyntax), each with a stand-in or as undefined.
 */

const browser = (): Partial<Navigator> => (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};

/** Undefined also in private windows of some browsers. */
export const cacheStorage = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;
export const serviceWorkers = (): ServiceWorkerContainer | undefined => browser().serviceWorker;
export const storageManager = (): Partial<StorageManager> | undefined => browser().storage;
/** Hashes, derived keys and encryption. */
export const subtleCrypto = (): SubtleCrypto | undefined => (crypto as Partial<Crypto>).subtle;

/** UUID, version 4. */
export function randomId(): string {
  const { randomUUID } = crypto as Partial<Crypto>;
  if (randomUUID !== undefined) return randomUUID.call(crypto);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Last work under each lock of this page, for browsers without Web Locks. */
const held = new Map<string, Promise<unknown>>();

/** Runs `work` under a lock shared with other tabs and workers; without Web Locks, within this page or worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = browser().locks;
  if (locks !== undefined) return await locks.request(name, work);
  const run = (held.get(name) ?? Promise.resolve()).then(work, work);
  held.set(name, run);
  try {
    return await run;
  } finally {
    if (held.get(name) === run) held.delete(name);
  }
}

/** Runs `work` if the lock is free. @returns undefined if it is taken */
export async function withFreeLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const locks = browser().locks;
  if (locks === undefined) return held.has(name) ? undefined : await withLock(name, work);
  return await locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}

/** Copies a text. Requires a user gesture. @returns false if the browser refused */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = browser().clipboard;
  if (clipboard === undefined) return copySelected(text);
  return await clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** `execCommand` is deprecated; browsers keep it as the only way to copy without HTTPS. */
function copySelected(text: string): boolean {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", copy, { once: true });
  try {
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", copy);
  }
}

/** The system's share sheet, where it can be opened. */
export const shareSheet = (): ((data: ShareData) => Promise<void>) | undefined =>
  browser().share?.bind(navigator);
