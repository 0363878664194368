/** Loads the database's code when it is first needed: Dexie stays out of the first load. */
type OfflineStore = typeof import("./offline-store.ts");

let loaded: Promise<OfflineStore> | undefined;

/** Loads it once. @throws where the chunk cannot be loaded */
export function loadOfflineStore(): Promise<OfflineStore> {
  loaded ??= import("./offline-store.ts").catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
