/** Loads the database code on demand, which keeps Dexie out of the initial bundle. */
export type OfflineStore = typeof import("./offline-store.ts");

let loaded: Promise<OfflineStore> | undefined;

/** Loads the chunk once. @throws if the chunk cannot be loaded */
export function loadOfflineStore(): Promise<OfflineStore> {
  loaded ??= import("./offline-store.ts").catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
