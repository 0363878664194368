/** Counts saved posts at app start, without Dexie. */
import { OFFLINE_DB, SAVED_STORE } from "#shared/rules/offline-db.ts";
import { deviceCiphers } from "../../lib/device-ciphers.ts";

export interface SavedCounts {
  saved: number;
  /** Number of interrupted saves among them. */
  saving: number;
}

const NOTHING: SavedCounts = { saved: 0, saving: 0 };

/** Never creates the database. @throws if it cannot be read */
export async function readSavedCounts(): Promise<SavedCounts> {
  const db = await open();
  if (db === undefined) return NOTHING;
  try {
    if (!db.objectStoreNames.contains(SAVED_STORE)) return NOTHING;
    const store = db.transaction(SAVED_STORE).objectStore(SAVED_STORE);
    const [saved, saving] = await Promise.all([
      result(store.count()),
      result(store.index("state").count(deviceCiphers()?.encryptText("saving") ?? "saving")),
    ]);
    return { saved, saving };
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(OFFLINE_DB);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => resolve(request.result);
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
