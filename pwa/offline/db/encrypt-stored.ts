/** Encrypts rows that were stored before the device had its key. Can be interrupted and repeated. */
import { PARTS_STORE, type StoredPart } from "#shared/rules/offline-db.ts";
import { type Ciphers, isEncryptedText } from "../encryption/ciphers.ts";
import { encryptPart } from "../encryption/file-parts.ts";
import { encryptRow, indexedFields, isEncryptedRow } from "../encryption/rows.ts";
import { offlineDb } from "./db.ts";

/** @param onProgress share of the file parts that are done, from 0 to 1 */
export async function encryptStoredRows(
  ciphers: Ciphers,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  const db = (await offlineDb().open()).backendDB();
  await encryptParts(db, ciphers, onProgress);
  for (const name of db.objectStoreNames) if (name !== PARTS_STORE) await encryptStore(db, name, ciphers);
}

/** All rows of a store in one transaction. */
function encryptStore(db: IDBDatabase, name: string, ciphers: Ciphers): Promise<void> {
  return inTransaction(db, name, (store) => {
    const fields = indexedFields(store);
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return;
      if (!isEncryptedRow(cursor.value)) {
        const row = encryptRow(ciphers, cursor.value, fields);
        // Its key changes, unless it is a number.
        if (typeof cursor.primaryKey !== "number") cursor.delete();
        store.put(row);
      }
      cursor.continue();
    };
  });
}

/** One part at a time, as each may have megabytes. */
async function encryptParts(
  db: IDBDatabase,
  ciphers: Ciphers,
  onProgress: (share: number) => void,
): Promise<void> {
  const keys = await resultOf(db.transaction(PARTS_STORE).objectStore(PARTS_STORE).getAllKeys());
  const plain = (keys as [string, number][]).filter(([hash]) => !isEncryptedText(hash));
  for (const [at, key] of plain.entries()) {
    const found = db.transaction(PARTS_STORE).objectStore(PARTS_STORE).get(key);
    const part = (await resultOf(found)) as StoredPart<Blob>;
    const data = await encryptPart(ciphers, part, part.data);
    await inTransaction(db, PARTS_STORE, (store) => {
      store.delete(key);
      store.put(encryptRow(ciphers, { ...part, data }, indexedFields(store)));
    });
    onProgress((at + 1) / plain.length);
  }
}

function inTransaction(db: IDBDatabase, name: string, work: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, "readwrite");
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    work(transaction.objectStore(name));
  });
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
