/** Background work on the database: follows takedowns, keeps the cache within its limit, sends queued requests. */
import type { QueryClient } from "@tanstack/react-query";
import { GUEST_CACHES } from "#shared/rules/guest-copies.ts";
import { READERS_CACHE } from "#shared/rules/offline-db.ts";
import { resyncPush } from "../../features/account/push/push.ts";
import { isLockedOut, mayHaveDeviceKey } from "../../lib/members.ts";
import { cacheStorage } from "../../lib/secure-context/apis.ts";
import { isLoggedIn, session } from "../../lib/session.ts";
import { readStored } from "../../lib/storage.ts";
import { storeResponses } from "../../offline/cache/cached.ts";
import { cacheLimitBytes } from "../../offline/cache/size-limit.ts";
import { dbEvents } from "../../offline/db/events.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import { loadOfflineStore } from "../../offline/load-offline-store.ts";
import { syncTakedowns } from "../../offline/takedowns/sync.ts";
import { forgetTakenDown, namedContent, namesContent } from "../takedowns/stored-content.ts";

/** Poll interval of takedowns while the app is visible; an unchanged feed is a 304 of a few bytes. */
const POLL_INTERVAL_MS = 6_000;

export function startOfflineTasks(client: QueryClient): void {
  if (typeof indexedDB === "undefined") return;
  const follow = () => void contact(client);
  follow();
  addEventListener("online", follow);
  setInterval(() => document.visibilityState === "visible" && follow(), POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && follow());
  dbEvents.addEventListener("restored", follow);
  dbEvents.addEventListener("change", () => void index());
  dbEvents.addEventListener("saved", () => void hashPictures());
  dbEvents.addEventListener("saved", () => void keepReaders());
  // Phones may kill apps in the background.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && void storeResponses(),
  );
  void tidy();
  const followLinks = () => void checkLinks();
  followLinks();
  addEventListener("online", followLinks);
  const catchUp = () => void finishLogout().then(() => sendWaiting(client));
  addEventListener("online", catchUp);
  catchUp();
  void syncDevices();
  void followPush();
  void hashPictures();
  void keepReaders();
}

/** Stores the readers that saved files need, or were used before. Loads no code while neither is the case. */
async function keepReaders(): Promise<void> {
  try {
    const wasUsed = await cacheStorage()?.has(READERS_CACHE);
    if (wasUsed !== true && readStored("saved") === undefined) return;
    await (await import("../../offline/readers/keep.ts")).keepReaders();
  } catch (error) {
    console.warn("The readers of saved files could not be stored.", error);
  }
}

/** Computes what finds saved pictures by their looks. Loads no code while nothing is saved. */
async function hashPictures(): Promise<void> {
  if (readStored("saved") === undefined) return;
  try {
    await (await import("../../offline/pictures/saved-pictures.ts")).hashSavedPictures();
  } catch (error) {
    console.warn("Saved pictures could not be hashed.", error);
  }
}

async function followPush(): Promise<void> {
  if (!isLoggedIn() || !navigator.onLine) return;
  try {
    await resyncPush();
  } catch (error) {
    console.warn("Notifications of new posts could not be looked after.", error);
  }
}

/** Loads no code while sync is off. */
async function syncDevices(): Promise<void> {
  if (!isLoggedIn() || readStored("sync") === undefined) return;
  try {
    (await import("../../features/library/device-sync/start.ts")).startDeviceSync();
  } catch (error) {
    console.warn("Devices could not be synced.", error);
  }
}

/** Completes a logout that was made offline. */
async function finishLogout(): Promise<void> {
  if (session.get() !== "leaving") return;
  try {
    await (await import("../../offline/account/call.ts")).finishLogout();
  } catch (error) {
    console.warn("The session could not be ended.", error);
  }
}

/** Sends actions queued offline, if there is offline data. */
async function sendWaiting(client: QueryClient): Promise<void> {
  if (!hasOfflineData()) return;
  try {
    if (isLoggedIn()) (await import("../../features/favorites/sync.ts")).watchSent(client);
    await (await import("../../offline/queue/queue.ts")).sendQueue();
  } catch (error) {
    console.warn("What waits could not be sent.", error);
  }
}

/** Updates the search index of stored posts. A chunk that fails to load is retried at the next start. */
async function index(): Promise<void> {
  try {
    (await import("../../offline/search/client.ts")).scheduleIndexUpdate();
  } catch (error) {
    console.warn("What was stored cannot be searched yet.", error);
  }
}

/** Checks for takedowns, if there is offline data. Retried after a connection error. */
async function contact(client: QueryClient): Promise<void> {
  if (!(hasOfflineData() || namesContent()) || !navigator.onLine || isLockedOut()) return;
  try {
    const isChanged = await syncTakedowns(forgetTakenDown, namedContent);
    if (mayHaveDeviceKey()) await (await import("../../offline/device-key/device-key.ts")).noteContact();
    if (!isChanged) return;
    client.removeQueries({ type: "inactive" });
    await client.invalidateQueries({ type: "active" });
  } catch (error) {
    console.warn("Takedowns could not be followed.", error);
  }
}

/** Deletes what guests saved of links that have ended or were revoked. */
async function checkLinks(): Promise<void> {
  try {
    const names = (await cacheStorage()?.keys()) ?? [];
    if (!names.some((name) => name.startsWith(GUEST_CACHES))) return;
    await (await import("../../offline/guest-copies/guest-copies.ts")).checkGuestCopies();
  } catch (error) {
    console.warn("Saved copies of links could not be checked.", error);
  }
}

async function tidy(): Promise<void> {
  try {
    if (hasOfflineData()) await (await loadOfflineStore()).evictToLimit(cacheLimitBytes());
  } catch (error) {
    console.warn("Copies on this device could not be looked through.", error);
  }
}
