/** Background Sync: sends the app's queue while no tab is open (otherwise pwa/offline/queue does). */
import { QUEUE_STORE } from "#shared/rules/offline-db.ts";
import { QUEUE_LOCK, QUEUE_SYNC, QUEUE_TIMEOUT_MS, type Sendable, sendAll } from "#shared/rules/queue.ts";
import { openExisting, query } from "./database.ts";

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
  const db = await openExisting([QUEUE_STORE]);
  if (db === undefined) return;
  try {
    const { isDone } = await sendAll<Row>({
      all: () => query(db, QUEUE_STORE, "readonly", (store) => store.getAll()),
      remove: async ({ seq }) =>
        void (await query(db, QUEUE_STORE, "readwrite", (store) => store.delete(seq))),
      async refuse({ seq }, refused) {
        // Only if it has not been replaced meanwhile.
        const row: Row | undefined = await query(db, QUEUE_STORE, "readonly", (store) => store.get(seq));
        if (row !== undefined)
          await query(db, QUEUE_STORE, "readwrite", (store) => store.put({ ...row, refused }));
      },
      send: (address, request) =>
        fetch(address, { ...request, signal: AbortSignal.timeout(QUEUE_TIMEOUT_MS) }),
    });
    if (!isDone) throw new Error("Queued actions are left.");
  } finally {
    db.close();
  }
}
