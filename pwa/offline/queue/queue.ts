/** Actions made without a line (app/device.ts sends them at the start and when it returns): kept until the server has acknowledged each, and sent once each, in order (wishes A9, A20). */
import { liveQuery } from "dexie";
import { QUEUE_LOCK, QUEUE_SYNC, QUEUE_TIMEOUT, requestOf, verdictOf } from "#shared/rules/queue.ts";
import { deviceDb } from "../db/db.ts";
import { noteCopies } from "../db/has-data.ts";
import type { QueuedAction } from "../db/records.ts";

/** What somebody did; the queue adds the rest. */
export type Action = Pick<QueuedAction, "target" | "method" | "address" | "body">;

/** Chromium's. */
interface SyncManager {
  register: (tag: string) => Promise<void>;
}

/**
 * Keeps an action and sends it as soon as it can be. A later one on the same target takes the place of an earlier one
 * that has not been acknowledged, so that only the net result is sent.
 */
export async function enqueue({ target, method, address, body }: Action): Promise<void> {
  const { queue } = deviceDb();
  noteCopies();
  await deviceDb().transaction("rw", queue, async () => {
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

/**
 * Sends what waits, one after the other, until something does not arrive. Never at once with another tab or the worker.
 * An action that was replaced while it was under way is followed by the one that replaced it.
 */
export async function sendQueue(): Promise<void> {
  await navigator.locks.request(QUEUE_LOCK, async () => {
    while (navigator.onLine) {
      const action = await nextAction();
      if (action === undefined || !(await sendOne(action))) return;
    }
  });
}

async function nextAction(): Promise<QueuedAction | undefined> {
  return deviceDb()
    .queue.filter(({ refused }) => refused === undefined)
    .first();
}

/** @returns whether the next one may follow */
async function sendOne(action: QueuedAction): Promise<boolean> {
  const { queue } = deviceDb();
  const { seq = 0 } = action;
  const [address, request] = requestOf(action);
  const signal = AbortSignal.timeout(QUEUE_TIMEOUT);
  const answer = await fetch(address, { ...request, signal }).catch(() => undefined);
  const verdict = answer === undefined ? "later" : verdictOf(answer.status);
  if (verdict === "done") await queue.delete(seq);
  else if (verdict === "refused")
    await queue.update(seq, { refused: `${answer?.status} ${answer?.statusText}`.trim() });
  return verdict !== "later";
}

/** What waits and what was refused, oldest first, as it changes. @returns ends it */
export function watchQueue(tell: (actions: QueuedAction[]) => void): () => void {
  const subscription = liveQuery(() => deviceDb().queue.toArray()).subscribe(tell, () => tell([]));
  return () => subscription.unsubscribe();
}

/** A refused action is tried again, under the same key. */
export async function retryAction(seq: number): Promise<void> {
  await deviceDb()
    .queue.where("seq")
    .equals(seq)
    .modify((row) => {
      delete row.refused;
    });
  await sendQueue();
}

export async function dropAction(seq: number): Promise<void> {
  await deviceDb().queue.delete(seq);
}

/** Where the browser has it, the worker sends with every tab closed (sw/queue.ts). */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: SyncManager };
  await sync?.register(QUEUE_SYNC).catch(() => undefined);
}
