/** The app's IndexedDB, read without Dexie. The worker never creates or upgrades it. */
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";

/**
 * @param stores required object stores
 * @param onLost called when the connection was closed, by an upgrade or because the browser cleared storage
 * @returns undefined if the database or a store does not exist or cannot be opened
 */
export function openExisting(
  stores: readonly string[],
  onLost: () => void = () => {},
): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(OFFLINE_DB);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => {
        db.close();
        onLost();
      };
      db.onclose = onLost;
      if (stores.every((name) => db.objectStoreNames.contains(name))) return resolve(db);
      db.close();
      resolve(undefined);
    };
  });
}

/** Runs one request in its own transaction and returns the result. */
export function query<T>(
  db: IDBDatabase,
  store: string,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = run(db.transaction(store, mode).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
