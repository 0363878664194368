/** Syncs while the app is open: after changes, and periodically while it is visible. One tab at a time. */
import { createStore } from "../../../lib/create-store.ts";
import { withFreeLock, withLock } from "../../../lib/secure-context/locks.ts";
import { isLoggedIn } from "../../../lib/session.ts";
import { readStored } from "../../../lib/storage.ts";
import { restartTakedowns } from "../../../offline/takedowns/apply.ts";
import { syncOnce } from "./engine.ts";
import { KINDS_SYNCED } from "./kinds.ts";
import { RefusedError } from "./protocol.ts";
import { remote } from "./remote.ts";
import { deviceStore, StoppedError } from "./store.ts";

/** Debounce after the last change; at most `MAX_DEBOUNCE_MS` after the first, as reading changes the position all the time. */
const DEBOUNCE_MS = 1_000;
const MAX_DEBOUNCE_MS = 10_000;
/** Poll interval, so that two devices agree within seconds. A response without changes is a few hundred bytes. */
const POLL_INTERVAL_MS = 3_000;
const LOCK = "device-sync";

/** `words`: the words were replaced. `full`: no space left on the server. */
export type SyncStatus = "idle" | "syncing" | "failed" | "words" | "full";
export const syncStatus = createStore<SyncStatus>("idle");

const names = KINDS_SYNCED.map(({ name }) => name);
/** Kinds that may have changed, initially all. */
let changed = new Set(names);
let isStarted = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let since: number | undefined;

/** Idempotent. */
export function startDeviceSync(): void {
  if (isStarted) return void syncNow();
  isStarted = true;
  for (const kind of KINDS_SYNCED) kind.subscribe(() => note(kind.name));
  const isSeen = () => document.visibilityState === "visible";
  document.addEventListener(
    "visibilitychange",
    () => void (isSeen() || changed.size > 0 ? syncNow() : undefined),
  );
  addEventListener("focus", () => void syncNow());
  addEventListener("online", () => void syncNow());
  setInterval(() => isSeen() && syncStatus.get() !== "words" && void round(), POLL_INTERVAL_MS);
  void syncNow();
}

function note(name: string): void {
  changed.add(name);
  since ??= Date.now();
  clearTimeout(timer);
  const left = Math.max(0, since + MAX_DEBOUNCE_MS - Date.now());
  timer = setTimeout(() => void round(), Math.min(DEBOUNCE_MS, left));
}

/** Never throws: the result is in `syncStatus`. */
export async function syncNow(): Promise<void> {
  clearTimeout(timer);
  await round();
}

async function round(): Promise<void> {
  if (!isLoggedIn() || readStored("sync") === undefined) return;
  await withFreeLock(LOCK, sync);
}

/** Runs `work` under the sync lock. */
export const alone = <T>(work: () => Promise<T>): Promise<T> => withLock(LOCK, work);

async function sync(): Promise<void> {
  since = undefined;
  const now = changed;
  changed = new Set();
  if (now.size > 0) syncStatus.set("syncing");
  try {
    const isFirst = (await deviceStore.device())?.syncedAt === 0;
    while ((await syncOnce({ store: deviceStore, remote, kinds: KINDS_SYNCED }, now)) === true);
    // Merged content may have been taken down since.
    if (isFirst) await restartTakedowns();
    syncStatus.set("idle");
  } catch (error) {
    changed = new Set([...now, ...changed]);
    const reason = error instanceof RefusedError ? error.reason : undefined;
    if (!(error instanceof StoppedError))
      syncStatus.set(reason === "words" || reason === "full" ? reason : "failed");
  }
}
