/** Web Push: every push shows a notification, and a press on it opens the new posts (docs/decisions/0048-push.md). */
import {
  PUSH_CACHE,
  PUSH_PAGE,
  PUSH_TAG,
  PUSH_TEXTS,
  type PushMessage,
  type PushTexts,
} from "#shared/rules/push.ts";

const ICON = "/icon-192.png";

export function receivePushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, event.data)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope));
  });
}

/** Posts of a notification that is still there were not looked at: they count on in the one that takes its place. */
async function show({ registration, location }: ServiceWorkerGlobalScope, data: PushMessageData | null) {
  const before = await registration.getNotifications({ tag: PUSH_TAG });
  const count = before.reduce((sum, one) => sum + countOf(one.data), countOf(readJson(data)));
  const texts = await storedTexts();
  await registration.showNotification(texts?.title ?? location.host, {
    body: texts?.counts[Math.min(count, texts.counts.length - 1)] ?? "",
    tag: PUSH_TAG,
    icon: ICON,
    badge: ICON,
    data: { count },
  });
}

/** 0 where it is not what the archive sends. */
function countOf(data: unknown): number {
  const { count } = (data ?? {}) as Partial<PushMessage>;
  return Number.isSafeInteger(count) ? (count as number) : 0;
}

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Written by the app when notifications are turned on, and at each start. */
async function storedTexts(): Promise<PushTexts | undefined> {
  const stored = await (await caches.open(PUSH_CACHE)).match(PUSH_TEXTS);
  return (await stored?.json()) as PushTexts | undefined;
}

async function open({ clients, location }: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === PUSH_PAGE);
  await (there === undefined ? clients.openWindow(new URL(PUSH_PAGE, location.href)) : there.focus());
}
