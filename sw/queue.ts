/** Background Sync: sends the app's queue while no tab is open (otherwise pwa/offline/queue does). */
import { QUEUE_STORE } from "#shared/rules/offline-db.ts";
import { QUEUE_LOCK, QUEUE_SYNC, QUEUE_TIMEOUT_MS, type Sendable, sendAll } from "#shared/rules/queue.ts";
import { decryptRow, encryptRow, indexedFields } from "../pwa/offline/encryption/rows.ts";
import { openExisting, query } from "./database.ts";
import { deviceCiphers } from "./device-ciphers.ts";

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

type Row = Sendable & { seq: number };

export function sendInBackground(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("sync", (event) => {
    const { tag } = event as SyncEvent;
    // The browser retries a failed sync.
    if (tag === QUEUE_SYNC)
      (event as SyncEvent).waitUntil(scope.navigator.locks.request(QUEUE_LOCK, sendQueue));
  });
}

/** @throws Error if actions remain */
async function sendQueue(): Promise<void> {
  const ciphers = await deviceCiphers();
  if (ciphers === "locked") throw new Error("Queued actions can be read once the app is unlocked.");
  const db = await openExisting([QUEUE_STORE]);
  if (db === undefined) return;
  const read = (row: unknown) => (ciphers === undefined ? row : decryptRow(ciphers, row)) as Row | undefined;
  try {
    const { isDone } = await sendAll<Row>({
      async all() {
        const rows: unknown[] = await query(db, QUEUE_STORE, "readonly", (store) => store.getAll());
        return rows.flatMap((row) => read(row) ?? []);
      },
      remove: async ({ seq }) =>
        void (await query(db, QUEUE_STORE, "readwrite", (store) => store.delete(seq))),
      async refuse({ seq }, refused) {
        // Only if it has not been replaced meanwhile.
        const row = read(await query(db, QUEUE_STORE, "readonly", (store) => store.get(seq)));
        if (row === undefined) return;
        const next = { ...row, refused };
        await query(db, QUEUE_STORE, "readwrite", (store) =>
          store.put(ciphers === undefined ? next : encryptRow(ciphers, next, indexedFields(store))),
        );
      },
      send: (address, request) =>
        fetch(address, { ...request, signal: AbortSignal.timeout(QUEUE_TIMEOUT_MS) }),
    });
    if (!isDone) throw new Error("Queued actions are left.");
  } finally {
    db.close();
  }
}
