/** Applies the takedown feed (`/v1/removed`) page by page, from the stored cursor. */
import {
  listRemoved,
  listVisibleCreators,
  listVisiblePosts,
  MAX_ASKED,
  type Removed,
} from "#shared/contracts/removed.ts";
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import { call } from "../../api/call.ts";
import { withFreeLock } from "../../lib/secure-context/locks.ts";
import { storeResponses } from "../cache/cached.ts";
import { loadOfflineStore, type OfflineStore } from "../load-offline-store.ts";
import type { TakenDown } from "./taken-down.ts";

/**
 * Deletes every copy of content taken down since the last run; one tab at a time.
 * @param outsideDatabase deletes copies outside the database and caches
 * @param namedContent keys of creators and posts, `service/creator` or `service/creator/post`, that are named outside the
 *   database
 * @returns true if something was deleted
 * @throws what `call` throws; the next run continues from the cursor
 */
export async function syncTakedowns(
  outsideDatabase: (takenDown: TakenDown) => void,
  namedContent: () => string[],
): Promise<boolean> {
  return (await withFreeLock("removed", () => sync(outsideDatabase, namedContent))) ?? false;
}

async function sync(
  outsideDatabase: (takenDown: TakenDown) => void,
  namedContent: () => string[],
): Promise<boolean> {
  const store = await loadOfflineStore();
  // Pending responses may contain content that was taken down.
  await storeResponses();
  let isChanged = false;
  let since = await store.takedownCursor();
  for (;;) {
    const page = await call(listRemoved, { query: { since: String(since) } });
    if (page.removed.length === 0)
      return (await forgetUnseen(store, page, outsideDatabase, namedContent)) || isChanged;
    const deleted = await store.applyTakedowns(page.removed, page.since, outsideDatabase);
    isChanged ||= deleted.length > 0;
    since = page.since;
  }
}

/**
 * Deletes the copies of creators and posts that the account's group no longer sees. The server is asked about those that are
 * stored here, so that it names none of the others.
 */
async function forgetUnseen(
  store: OfflineStore,
  { since, view = "" }: { since: number; view?: string | undefined },
  outsideDatabase: (takenDown: TakenDown) => void,
  namedContent: () => string[],
): Promise<boolean> {
  if (view === (await store.storedView())) return false;
  // Without a group everything is seen.
  const unseen =
    view === ""
      ? []
      : await findUnseen([
          ...(await store.storedCreators()),
          ...(await store.storedPosts()),
          ...namedContent(),
        ]);
  if (unseen.length > 0) await store.applyTakedowns(unseen, since, outsideDatabase);
  await store.setView(view); // last, so that an interrupted run repeats it
  return true;
}

async function findUnseen(keys: readonly string[]): Promise<Removed[]> {
  const unseen: Removed[] = [];
  const creators = [...new Set(keys.map(creatorOfPost))].map(partsOf);
  for (const asked of chunksOf(creators)) {
    const seen = await call(listVisibleCreators, {
      body: { creators: asked.map(({ service, user }) => ({ service, id: user })) },
    });
    const visible = new Set(seen.map(({ service, id }) => `${service}/${id}`));
    for (const { service, user } of asked)
      if (!visible.has(`${service}/${user}`)) unseen.push({ service, user, post: null, at: "", files: [] });
  }
  const hidden = new Set(unseen.map(({ service, user }) => `${service}/${user}`));
  const posts = [...new Set(keys)].map(partsOf).filter(({ service, user, post }) => {
    return post !== undefined && !hidden.has(`${service}/${user}`);
  });
  for (const asked of chunksOf(posts)) {
    const seen = await call(listVisiblePosts, {
      body: { posts: asked.map(({ service, post = "" }) => ({ service, id: post })) },
    });
    const visible = new Set(seen.map(({ service, id }) => `${service}/${id}`));
    for (const { service, user, post = "" } of asked)
      if (!visible.has(`${service}/${post}`)) unseen.push({ service, user, post, at: "", files: [] });
  }
  return unseen;
}

function partsOf(key: string): { service: string; user: string; post?: string } {
  const [service = "", user = "", post] = key.split("/");
  return { service, user, ...(post === undefined ? {} : { post }) };
}

/** Splits into as many as one request may ask about. */
function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_ASKED) }, (_, at) =>
    all.slice(at * MAX_ASKED, (at + 1) * MAX_ASKED),
  );
}
