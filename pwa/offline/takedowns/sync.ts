/** Applies the takedown feed (`/v1/removed`) page by page, from the stored cursor. */
import {
  listRemoved,
  listVisibleCreators,
  MAX_ASKED_CREATORS,
  type Removed,
} from "#shared/contracts/removed.ts";
import { call } from "../../api/call.ts";
import { withFreeLock } from "../../lib/secure-context/locks.ts";
import { storeResponses } from "../cache/cached.ts";
import { loadOfflineStore, type OfflineStore } from "../load-offline-store.ts";
import type { TakenDown } from "./taken-down.ts";

/**
 * Deletes every copy of content taken down since the last run; one tab at a time.
 * @param outsideDatabase deletes copies outside the database and caches
 * @param namedCreators creators, as `service/creator`, that are named outside the database
 * @returns true if something was deleted
 * @throws what `call` throws; the next run continues from the cursor
 */
export async function syncTakedowns(
  outsideDatabase: (takenDown: TakenDown) => void,
  namedCreators: () => string[],
): Promise<boolean> {
  return (await withFreeLock("removed", () => sync(outsideDatabase, namedCreators))) ?? false;
}

async function sync(
  outsideDatabase: (takenDown: TakenDown) => void,
  namedCreators: () => string[],
): Promise<boolean> {
  const store = await loadOfflineStore();
  // Pending responses may contain content that was taken down.
  await storeResponses();
  let isChanged = false;
  let since = await store.takedownCursor();
  for (;;) {
    const page = await call(listRemoved, { query: { since: String(since) } });
    if (page.removed.length === 0)
      return (await forgetUnseen(store, page, outsideDatabase, namedCreators)) || isChanged;
    const deleted = await store.applyTakedowns(page.removed, page.since, outsideDatabase);
    isChanged ||= deleted.length > 0;
    since = page.since;
  }
}

/**
 * Deletes the copies of creators that the account's group no longer sees. The server is asked about those that are stored
 * here, so that it names none of the others.
 */
async function forgetUnseen(
  store: OfflineStore,
  { since, view = "" }: { since: number; view?: string | undefined },
  outsideDatabase: (takenDown: TakenDown) => void,
  namedCreators: () => string[],
): Promise<boolean> {
  if (view === (await store.storedView())) return false;
  // Without a group everything is seen.
  const unseen = view === "" ? [] : await findUnseen([...(await store.storedCreators()), ...namedCreators()]);
  if (unseen.length > 0) await store.applyTakedowns(unseen, since, outsideDatabase);
  await store.setView(view); // last, so that an interrupted run repeats it
  return true;
}

async function findUnseen(keys: readonly string[]): Promise<Removed[]> {
  const unseen: Removed[] = [];
  const stored = [...new Set(keys)].map((key) => {
    const [service = "", id = ""] = key.split("/");
    return { service, id };
  });
  for (let at = 0; at < stored.length; at += MAX_ASKED_CREATORS) {
    const creators = stored.slice(at, at + MAX_ASKED_CREATORS);
    const seen = await call(listVisibleCreators, { body: { creators } });
    const visible = new Set(seen.map(({ service, id }) => `${service}/${id}`));
    for (const { service, id } of creators)
      if (!visible.has(`${service}/${id}`)) unseen.push({ service, user: id, post: null, at: "", files: [] });
  }
  return unseen;
}
