/** What is saved, asked of the database without the library that knows it. */
import { DEVICE_DB, SAVED_STORE } from "#shared/rules/offline-db.ts";

export interface AtRest {
  saved: number;
  /** Of them, those that were being saved when everything ended. */
  saving: number;
}

const NOTHING: AtRest = { saved: 0, saving: 0 };

/** Never makes the database. @throws where it cannot be read */
export async function savedAtRest(): Promise<AtRest> {
  const db = await open();
  if (db === undefined) return NOTHING;
  try {
    if (!db.objectStoreNames.contains(SAVED_STORE)) return NOTHING;
    const store = db.transaction(SAVED_STORE).objectStore(SAVED_STORE);
    const [saved, saving] = await Promise.all([
      result(store.count()),
      result(store.index("state").count("saving")),
    ]);
    return { saved, saving };
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(DEVICE_DB);
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
