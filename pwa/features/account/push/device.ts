/** Web Push subscription of the browser, and the texts its service worker shows (docs/decisions/0048-push.md). */
import { getPush, type PushSettings, subscribe, unsubscribe } from "#shared/contracts/push.ts";
import { PUSH_CACHE, PUSH_TAG, PUSH_TEXTS, type PushTexts } from "#shared/rules/push.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { deviceZone } from "../../../lib/device-zone.ts";
import { cacheStorage, serviceWorkers } from "../../../lib/secure-context/apis.ts";
import { SITE_NAME } from "../../../ui/PageHeading.tsx";

/** Maximum count that is shown exactly. */
const MAX_COUNT = 99;
/** Timeout of the browser's push service, which may wait for a connection. */
const PUSH_TIMEOUT_MS = 3_000;

/** Timeout of the service worker, which installs the whole app on a first visit. */
const READY_TIMEOUT_MS = 30_000;

export const canPush = () =>
  typeof Notification !== "undefined" && serviceWorkers() !== undefined && "PushManager" in window;

export class PushDeniedError extends Error {
  override name = "PushDeniedError";
}

/**
 * Asks for permission if needed, subscribes and stores the subscription on the server.
 * @throws PushDeniedError, DOMException of the browser, the errors of `call`
 */
export async function turnOn(key: string, settings: PushSettings): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new PushDeniedError();
  await storeTexts();
  const { pushManager } = await registered();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await send(await pushManager.subscribe(options), settings);
}

/** @throws DOMException without a service worker, which operators can turn off */
async function registered(): Promise<ServiceWorkerRegistration> {
  const timedOut = new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new DOMException("There is no service worker.", "TimeoutError")),
      READY_TIMEOUT_MS,
    ),
  );
  return await Promise.race([serviceWorkers()?.ready ?? timedOut, timedOut]);
}

async function send(subscription: PushSubscription, settings: PushSettings): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await call(subscribe, { body: { ...settings, endpoint, keys: { p256dh, auth } } });
}

export async function turnOff(): Promise<void> {
  await call(unsubscribe);
  await leave();
}

/** Unsubscribes the browser; the server deletes its subscription with the session. */
export async function leave(): Promise<void> {
  const timedOut = new Promise((resolve) => setTimeout(resolve, PUSH_TIMEOUT_MS));
  const unsubscribed = (await ownSubscription())?.unsubscribe().catch(() => false);
  await Promise.race([unsubscribed, timedOut]);
  await closeNotifications();
  await cacheStorage()?.delete(PUSH_CACHE);
}

/**
 * Renews the subscription at each start: the browser may have dropped it, the archive may have been reinstalled with
 * new keys, and the language may have changed.
 */
export async function resync(): Promise<void> {
  const { public_key: key, subscription: known } = await call(getPush);
  if (known === null) return;
  await storeTexts();
  const { endpoint: _, ...settings } = known;
  const { pushManager } = await registered();
  const existing = await ownSubscription();
  const isSame = existing !== undefined && existing.endpoint === known.endpoint && keyOf(existing) === key;
  if (isSame && settings.zone === deviceZone()) return;
  if (existing !== undefined && keyOf(existing) !== key) await existing.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await send(subscription, { ...settings, zone: deviceZone() });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  // Only the end has "=".
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await serviceWorkers()?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

export async function closeNotifications(): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  for (const shown of (await registration?.getNotifications({ tag: PUSH_TAG })) ?? []) shown.close();
}

/** Stores one text for each count, so that the worker needs no plural rules. */
async function storeTexts(): Promise<void> {
  const exact = Array.from({ length: MAX_COUNT + 1 }, (_, count) => t("push.newPosts", { count }));
  const texts: PushTexts = {
    title: SITE_NAME,
    counts: [...exact, t("push.morePosts", { count: MAX_COUNT })],
  };
  const cache = await cacheStorage()?.open(PUSH_CACHE);
  await cache?.put(PUSH_TEXTS, Response.json(texts));
}
