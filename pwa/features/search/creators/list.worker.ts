/**
 * Holds the whole list of creators off the main thread and updates it by differences (decision 0010). It starts from
 * the stored copy, so that a later visit loads only what changed, and the list works offline.
 */

import type { CreatorChanges } from "#shared/contracts/creators.ts";
import { serve } from "../../../lib/worker-rpc/serve.ts";
import { setDeviceKey } from "../../../lib/worker-rpc/set-device-key.ts";
import { readList, storeList } from "./cached-list.ts";
import { CreatorList, pageOf } from "./find.ts";
import type { ListEvents, ListMethods } from "./list-worker-api.ts";

const FRESH = 5 * 60_000;
const TIMEOUT = 60_000; // 3 MB on a slow connection
const ADDRESS = "/api/v1/creators";
/** Delay of writing the list, so that the page loads first. */
const WRITE_DELAY = 3_000;
/** Minimum interval of storing a new confirmation time for an unchanged list. */
const CONFIRM_INTERVAL = 60 * 60_000;

let list: CreatorList | undefined;
let since = "";
let requestedAt = Number.NEGATIVE_INFINITY;
let loading: Promise<CreatorList> | undefined;
/** Time of a stored list that the server has not confirmed yet. */
let storedAt: number | undefined;
let writtenAt = 0;
const restored = restore();

async function restore(): Promise<void> {
  const stored = await readList();
  if (stored === undefined) return;
  list = new CreatorList(stored.creators);
  since = stored.since;
  storedAt = writtenAt = stored.at;
}

class LoadError extends Error {
  constructor(
    readonly response: Response,
    message: string,
  ) {
    super(message);
  }
}

async function load(): Promise<CreatorList> {
  requestedAt = performance.now();
  const response = await fetch(`${ADDRESS}?since=${encodeURIComponent(since)}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) {
    const { error = "" } = (await response.json().catch(() => ({}))) as { error?: string };
    throw new LoadError(response, error);
  }
  const changes = (await response.json()) as CreatorChanges;
  if (changes.complete || list === undefined) list = new CreatorList(changes.creators);
  else list.change(changes.creators, changes.removed);
  const count = changes.creators.length + changes.removed.length;
  const isChanged = since !== "" && (changes.complete || count > 0);
  since = changes.since;
  if (isChanged || storedAt !== undefined) emit("changed", undefined);
  storedAt = undefined;
  if (changes.complete || count > 0 || Date.now() - writtenAt > CONFIRM_INTERVAL) writeLater(list);
  return list;
}

function writeLater(current: CreatorList): void {
  writtenAt = Date.now();
  setTimeout(() => void storeList({ since, at: Date.now(), creators: current.all() }), WRITE_DELAY);
}

/** Shares one load between concurrent calls. */
function loadOnce(): Promise<CreatorList> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function current(): Promise<CreatorList> {
  await restored;
  if (list === undefined) return await loadOnce();
  if (performance.now() - requestedAt > FRESH) loadOnce().catch(() => {}); // the current list is used meanwhile
  return list;
}

const emit = serve<ListMethods, ListEvents>({
  setDeviceKey,
  async find(wanted) {
    try {
      const held = await current();
      const found = held.find(wanted);
      const page = { ...pageOf(found, wanted.o), similar: held.findSimilar(wanted, found) };
      return { page, storedAt };
    } catch (error) {
      if (!(error instanceof LoadError)) return { problem: "network" };
      const { status, statusText, url, headers } = error.response;
      const retryAfter = headers.get("retry-after") ?? "";
      return { problem: { status, statusText, url, message: error.message, retryAfter } };
    }
  },
});
