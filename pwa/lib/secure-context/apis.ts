/**
 * APIs that browsers offer in secure contexts only: HTTPS and localhost, not `http://nas.lan`. Everything else gets them
 * from this folder (a rule of Biome), as undefined where they are missing, or with a stand-in.
 */

export const browser = (): Partial<Navigator> =>
  (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};

/** Undefined also in private windows of some browsers. */
export const cacheStorage = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;
export const serviceWorkers = (): ServiceWorkerContainer | undefined => browser().serviceWorker;
export const credentials = (): CredentialsContainer | undefined => browser().credentials;
export const storageManager = (): Partial<StorageManager> | undefined => browser().storage;
/** Hashes, derived keys and encryption. */
export const subtleCrypto = (): SubtleCrypto | undefined => (crypto as Partial<Crypto>).subtle;

/** The system's share sheet, where it can be opened. */
export const shareSheet = (): ((data: ShareData) => Promise<void>) | undefined =>
  browser().share?.bind(navigator);
