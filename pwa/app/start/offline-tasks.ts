/** Background work on the database: follows takedowns, keeps the cache within its limit, sends queued requests. */
import type { QueryClient } from "@tanstack/react-query";
import { forgetVisits } from "../../features/history/public.ts";
import { storeResponses } from "../../offline/cache/cached.ts";
import { cacheLimitBytes } from "../../offline/cache/size-limit.ts";
import { dbEvents } from "../../offline/db/events.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import { loadOfflineStore } from "../../offline/load-offline-store.ts";
import { syncTakedowns } from "../../offline/takedowns/sync.ts";

const HOUR = 60 * 60_000;
/** Of an earlier version, where the service worker kept answers whole. */
const FORMER_CACHE = "answers-1";

export function startOfflineTasks(client: QueryClient): void {
  if (typeof indexedDB === "undefined") return;
  const follow = () => void contact(client);
  follow();
  addEventListener("online", follow);
  setInterval(follow, HOUR);
  dbEvents.addEventListener("change", () => void index());
  // A phone may end an app in the background.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && void storeResponses(),
  );
  void tidy();
  addEventListener("online", () => void sendWaiting());
  void sendWaiting();
}

/** What was done offline; nothing where nothing was ever kept. */
async function sendWaiting(): Promise<void> {
  if (!hasOfflineData()) return;
  try {
    await (await import("../../offline/queue/queue.ts")).sendQueue();
  } catch (error) {
    console.warn("What waits could not be sent.", error);
  }
}

/** What was stored can be searched soon after. A part that is missing now will be there at the next start. */
async function index(): Promise<void> {
  try {
    (await import("../../offline/search/client.ts")).scheduleIndexUpdate();
  } catch (error) {
    console.warn("What was stored cannot be searched yet.", error);
  }
}

/** Nothing to remove where nothing was kept. A line that fails now will be tried again. */
async function contact(client: QueryClient): Promise<void> {
  if (!hasOfflineData() || !navigator.onLine) return;
  try {
    const gone = await syncTakedowns();
    if (gone.length === 0) return;
    forgetVisits((href) => gone.some((key) => isAt(href, key)));
    client.removeQueries({ type: "inactive" });
    await client.invalidateQueries({ type: "active" });
  } catch (error) {
    console.warn("Takedowns could not be followed.", error);
  }
}

/** Whether an address is that of a post or creator, or below it. */
function isAt(href: string, key: string): boolean {
  const [service = "", creator = "", post] = key.split("/").map(encodeURIComponent);
  const address = `/${service}/user/${creator}${post === undefined ? "" : `/post/${post}`}`;
  const path = href.split("?")[0] ?? "";
  return path === address || path.startsWith(`${address}/`);
}

async function tidy(): Promise<void> {
  try {
    if (typeof caches !== "undefined") await caches.delete(FORMER_CACHE);
    if (hasOfflineData()) await (await loadOfflineStore()).evictToLimit(cacheLimitBytes());
  } catch (error) {
    console.warn("Copies on this device could not be looked through.", error);
  }
}
