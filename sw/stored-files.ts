/** Reads stored files from the app's database. It never makes or changes one: what is not there yet is not opened. */
import {
  DEVICE_DB,
  FILES_STORE,
  PARTS_STORE,
  type StoredFile,
  type StoredPart,
} from "#shared/rules/offline-db.ts";
import { type ByteRange, headersOf, rangeOf, slicesOf, type Wanted } from "./file-response.ts";

let opening: Promise<IDBDatabase | undefined> | undefined;

/** The app's database as it is, or undefined where there is none or it has no files. */
function device(): Promise<IDBDatabase | undefined> {
  opening ??= open().catch(() => undefined);
  void opening.then((db) => {
    if (db === undefined) opening = undefined;
  });
  return opening;
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DEVICE_DB);
    // There was none: the app makes it, not we.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      const forget = () => {
        db.close();
        opening = undefined;
      };
      // The app wants to upgrade it, or the browser threw it away.
      db.onversionchange = forget;
      db.onclose = forget;
      if (db.objectStoreNames.contains(FILES_STORE) && db.objectStoreNames.contains(PARTS_STORE))
        return resolve(db);
      forget();
      resolve(undefined);
    };
  });
}

function ask<T>(
  db: IDBDatabase,
  name: string,
  question: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = question(db.transaction(name, "readonly").objectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * The stored file, or the range of it that the request asks for.
 * @returns undefined where it is not stored whole, or the database cannot be read
 */
export async function answerStored({ hash, name }: Wanted, request: Request): Promise<Response | undefined> {
  try {
    const db = await device();
    if (db === undefined) return undefined;
    const file: StoredFile | undefined = await ask(db, FILES_STORE, (files) => files.get(hash));
    if (file?.isWhole !== 1 || file.bytes === undefined) return undefined;
    const range = rangeOf(request.headers.get("range"), file.bytes);
    if (range === "none")
      return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.bytes}` } });
    const body = await bytesOf(db, file, range ?? { start: 0, end: file.bytes - 1 });
    if (body === undefined) return undefined;
    const headers = headersOf(file, range, name);
    return new Response(body, { status: range === undefined ? 200 : 206, headers });
  } catch {
    return undefined; // the network may have it
  }
}

/** No byte is read here: parts are Blobs, whose bytes come when they are asked for. */
async function bytesOf(db: IDBDatabase, { hash }: StoredFile, range: ByteRange): Promise<Blob | undefined> {
  const slices = slicesOf(range);
  const [first, last] = [slices[0]?.part ?? 0, slices.at(-1)?.part ?? 0];
  const wanted = IDBKeyRange.bound([hash, first], [hash, last]);
  const parts: StoredPart<Blob>[] = await ask(db, PARTS_STORE, (store) => store.getAll(wanted));
  if (range.end >= range.start && parts.length < slices.length) return undefined;
  return new Blob(slices.map(({ from, to }, at) => parts[at]?.data.slice(from, to) ?? new Blob()));
}
