/**
 * Writes made offline: stored until the server accepts or rejects each, and sent in order (app/start/offline-tasks.ts).
 */
import { QUEUE_LOCK, QUEUE_SYNC, QUEUE_TIMEOUT_MS, sendAll } from "#shared/rules/queue.ts";
import { serviceWorkers } from "../../lib/secure-context/apis.ts";
import { withLock } from "../../lib/secure-context/locks.ts";
import { randomId } from "../../lib/secure-context/random-id.ts";
import { keysWithAny } from "../db/any-of.ts";
import { offlineDb } from "../db/db.ts";
import { dbEvents } from "../db/events.ts";
import { markOfflineData } from "../db/has-data.ts";
import type { QueuedAction } from "../db/records.ts";
import { watchQuery } from "../db/watch-query.ts";

/** A write; the queue adds the other fields. */
export type Action = Pick<QueuedAction, "target" | "method" | "address" | "body">;

/** Chromium only. */
interface SyncManager {
  register: (tag: string) => Promise<void>;
}

/**
 * Stores actions, all or none, and sends them as soon as possible. Each replaces an unacknowledged action on the same
 * target, so that only the net result is sent.
 */
export async function enqueue(actions: readonly Action[]): Promise<void> {
  const { queue } = offlineDb();
  markOfflineData();
  const rows = actions.map(({ target, method, address, body }) => ({
    idempotencyKey: randomId(),
    target,
    method,
    address,
    madeAt: Date.now(),
    ...(body === undefined ? {} : { body }),
  }));
  await offlineDb().transaction("rw", queue, async (tx) => {
    const replaced = rows.map(({ target }) => target);
    await tx.queue.bulkDelete(await keysWithAny(tx.queue, "target", replaced));
    await tx.queue.bulkAdd(rows);
  });
  void sendQueue();
  await registerSync();
}

let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the queue under a lock shared with other tabs and the service worker. If the server asks to wait, sending
 * continues after that time.
 */
export async function sendQueue(): Promise<void> {
  const { queue } = offlineDb();
  const { waitMs } = await withLock(QUEUE_LOCK, () =>
    sendAll<QueuedAction>({
      all: () => queue.toArray(),
      remove: async (action) => {
        await queue.delete(action.seq ?? 0);
        announce(action);
      },
      refuse: async (action, refused) => {
        // Skips an action that was replaced meanwhile.
        if ((await queue.update(action.seq ?? 0, { refused })) > 0) announce({ ...action, refused });
      },
      send: async (address, request) =>
        navigator.onLine
          ? await fetch(address, { ...request, signal: AbortSignal.timeout(QUEUE_TIMEOUT_MS) })
          : undefined,
    }),
  );
  clearTimeout(retry);
  if (waitMs !== undefined) retry = setTimeout(() => void sendQueue(), waitMs);
}

function announce(action: QueuedAction): void {
  dbEvents.dispatchEvent(new CustomEvent<QueuedAction>("sent", { detail: action }));
}

/** Lists pending and rejected actions, oldest first. */
export async function queuedActions(): Promise<QueuedAction[]> {
  return await offlineDb().queue.toArray();
}

/** Watches pending and rejected actions, oldest first. @returns unsubscribe */
export function watchQueue(onActions: (actions: QueuedAction[]) => void): () => void {
  return watchQuery(
    () => offlineDb().queue.toArray(),
    onActions,
    () => onActions([]),
  );
}

/** Retries a rejected action with the same idempotency key. */
export async function retryAction(seq: number): Promise<void> {
  await offlineDb()
    .queue.where("seq")
    .equals(seq)
    .modify((row) => {
      delete row.refused;
    });
  await sendQueue();
}

/** Resends, after a login, actions rejected because the session had ended. */
export async function retryUnauthorized(): Promise<void> {
  await offlineDb()
    .queue.filter(({ refused }) => refused?.startsWith("401") === true)
    .modify((row) => {
      delete row.refused;
    });
  await sendQueue();
}

export async function discardAction(seq: number): Promise<void> {
  await offlineDb().queue.delete(seq);
}

/** Lets the service worker send with every tab closed, where supported (sw/queue.ts). */
async function registerSync(): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: SyncManager };
  await sync?.register(QUEUE_SYNC).catch(() => undefined);
}
