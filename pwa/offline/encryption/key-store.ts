/** Stores the key record in a database of its own, which the app and its service worker read. */
import type { KeyRecord } from "./key-record.ts";

const DATABASE = "roost-key";
const STORE = "key";
const ID = 1;

/** Never creates the database. @returns undefined without a record, or if storage is blocked */
export async function readKeyRecord(): Promise<KeyRecord | undefined> {
  return (
    (await run<KeyRecord | undefined>("readonly", (store) => store.get(ID)).catch(() => undefined)) ??
    undefined
  );
}

/** Resolves once the record is on the disk. @throws DOMException if it cannot be stored */
export async function writeKeyRecord(record: KeyRecord): Promise<void> {
  await run("readwrite", (store) => store.put(record, ID));
}

/** Changes the stored record, if there is one. @returns the changed one. @throws DOMException if it cannot be stored */
export async function changeKeyRecord(
  change: (record: KeyRecord) => Partial<KeyRecord>,
): Promise<KeyRecord | undefined> {
  let changed: KeyRecord | undefined;
  await run("readwrite", (store) => {
    const request: IDBRequest<KeyRecord | undefined> = store.get(ID);
    request.onsuccess = () => {
      const record = request.result;
      if (record === undefined) return;
      changed = { ...record, ...change(record) };
      store.put(changed, ID);
    };
    return request;
  });
  return changed;
}

export async function deleteKeyRecord(): Promise<void> {
  await run("readwrite", (store) => store.clear());
}

async function run<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const db = await open(mode === "readwrite");
  try {
    return await new Promise<T>((resolve, reject) => {
      // Strict: a counted attempt must survive the end of the browser.
      const transaction = db.transaction(STORE, mode, { durability: "strict" });
      const asked = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

function open(creates: boolean): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      if (creates) request.result.createObjectStore(STORE);
      else request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
