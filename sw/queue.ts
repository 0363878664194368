/** Background Sync: sends what waits in the app's queue while no tab is open (pwa/offline/queue/queue.ts does so where one is). */
import { DEVICE_DB, QUEUE_STORE } from "#shared/rules/offline-db.ts";
import {
  QUEUE_LOCK,
  QUEUE_SYNC,
  QUEUE_TIMEOUT,
  requestOf,
  type Sendable,
  verdictOf,
} from "#shared/rules/queue.ts";

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

type Row = Sendable & { seq: number; refused?: string };

export function sendInBackground(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("sync", (event) => {
    const { tag } = event as SyncEvent;
    // One that fails is repeated by the browser.
    if (tag === QUEUE_SYNC)
      (event as SyncEvent).waitUntil(scope.navigator.locks.request(QUEUE_LOCK, sendAll));
  });
}

/** @throws Error where something waits still */
async function sendAll(): Promise<void> {
  const db = await open();
  if (db === undefined) return;
  try {
    for (;;) {
      const row = (await ask<Row[]>(db, "readonly", (store) => store.getAll())).find(
        (one) => one.refused === undefined,
      );
      if (row === undefined) return;
      await send(db, row);
    }
  } finally {
    db.close();
  }
}

async function send(db: IDBDatabase, row: Row): Promise<void> {
  const [address, request] = requestOf(row);
  const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(QUEUE_TIMEOUT) });
  const verdict = verdictOf(answer.status);
  if (verdict === "later") throw new Error(`${row.address}: ${answer.status}`);
  if (verdict === "done") return void (await ask(db, "readwrite", (store) => store.delete(row.seq)));
  const refused = `${answer.status} ${answer.statusText}`.trim();
  // Only where nothing has replaced it meanwhile.
  const now = await ask<Row | undefined>(db, "readonly", (store) => store.get(row.seq));
  if (now !== undefined) await ask(db, "readwrite", (store) => store.put({ ...now, refused }));
}

/** The app's database as it is; undefined where there is none: the app makes it, not we. */
function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(DEVICE_DB);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => db.close();
      if (db.objectStoreNames.contains(QUEUE_STORE)) return resolve(db);
      db.close();
      resolve(undefined);
    };
  });
}

function ask<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = question(db.transaction(QUEUE_STORE, mode).objectStore(QUEUE_STORE));
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}
