/** Writes made offline: stored until the server has accepted or rejected each, and sent in order (app/start/offline-tasks.ts). */
import { QUEUE_LOCK, QUEUE_SYNC, QUEUE_TIMEOUT, sendAll } from "#shared/rules/queue.ts";
import { offlineDb } from "../db/db.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { QueuedAction } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** A write; the queue adds the rest. */
export type Action = Pick<QueuedAction, "target" | "method" | "address" | "body">;

/** Chromium only. */
interface SyncManager {
  register: (tag: string) => Promise<void>;
}

/**
 * Stores an action and sends it as soon as possible. It replaces an unacknowledged action on the same target, so that
 * only the net result is sent.
 */
export async function enqueue({ target, method, address, body }: Action): Promise<void> {
  const { queue } = offlineDb();
  markOfflineData();
  await offlineDb().transaction("rw", queue, async () => {
    await queue.where("target").equals(target).delete();
    await queue.add({
      idempotencyKey: crypto.randomUUID(),
      target,
      method,
      address,
      madeAt: Date.now(),
      ...(body === undefined ? {} : { body }),
    });
  });
  void sendQueue();
  await registerSync();
}

/** Sends the queue, never at the same time as another tab or the service worker. */
export async function sendQueue(): Promise<void> {
  const { queue } = offlineDb();
  await navigator.locks.request(QUEUE_LOCK, () =>
    sendAll<QueuedAction>({
      all: () => queue.toArray(),
      remove: ({ seq = 0 }) => queue.delete(seq),
      refuse: async ({ seq = 0 }, refused) => void (await queue.update(seq, { refused })),
      send: async (address, request) =>
        navigator.onLine
          ? await fetch(address, { ...request, signal: AbortSignal.timeout(QUEUE_TIMEOUT) })
          : undefined,
    }),
  );
}

/** Waiting and refused actions, oldest first, as they change. @returns unsubscribes */
export function watchQueue(onActions: (actions: QueuedAction[]) => void): () => void {
  return watchQuery(
    () => offlineDb().queue.toArray(),
    onActions,
    () => onActions([]),
  );
}

/** Retries a refused action with the same idempotency key. */
export async function retryAction(seq: number): Promise<void> {
  await offlineDb()
    .queue.where("seq")
    .equals(seq)
    .modify((row) => {
      delete row.refused;
    });
  await sendQueue();
}

export async function discardAction(seq: number): Promise<void> {
  await offlineDb().queue.delete(seq);
}

/** Where supported, the service worker sends with every tab closed (sw/queue.ts). */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: SyncManager };
  await sync?.register(QUEUE_SYNC).catch(() => undefined);
}
