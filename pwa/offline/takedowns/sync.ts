/** Applies the takedown feed (`/v1/removed`) page by page, from the stored cursor. */
import { listRemoved } from "#shared/contracts/removed.ts";
import { call } from "../../api/call.ts";
import { withFreeLock } from "../../lib/secure-context/locks.ts";
import { storeResponses } from "../cache/cached.ts";
import { loadOfflineStore } from "../load-offline-store.ts";
import type { TakenDown } from "./taken-down.ts";

/**
 * Deletes every copy of content taken down since the last run; one tab at a time.
 * @param outsideDatabase deletes copies outside the database and caches
 * @returns keys that were stored: `service/creator` or `service/creator/post`
 * @throws what `call` throws; the next run continues from the cursor
 */
export async function syncTakedowns(outsideDatabase: (takenDown: TakenDown) => void): Promise<string[]> {
  return (await withFreeLock("removed", () => sync(outsideDatabase))) ?? [];
}

async function sync(outsideDatabase: (takenDown: TakenDown) => void): Promise<string[]> {
  const store = await loadOfflineStore();
  // Pending responses may contain content that was taken down.
  await storeResponses();
  const deleted: string[] = [];
  let since = await store.takedownCursor();
  for (;;) {
    const page = await call(listRemoved, { query: { since: String(since) } });
    if (page.removed.length === 0) return deleted;
    deleted.push(...(await store.applyTakedowns(page.removed, page.since, outsideDatabase)));
    since = page.since;
  }
}
