/** Web Push: every push shows a notification, and a click on it opens the new posts (docs/decisions/0048-push.md). */
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

/** Shows a notification; adds the posts of the one it replaces, which were not opened. */
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

/** Number of new posts; 0 for invalid data. */
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

/** Reads texts stored by the app at each start and when notifications are enabled. */
async function storedTexts(): Promise<PushTexts | undefined> {
  const stored = await (await caches.open(PUSH_CACHE)).match(PUSH_TEXTS);
  return (await stored?.json()) as PushTexts | undefined;
}

async function open({ clients, location }: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === PUSH_PAGE);
  await (there === undefined ? clients.openWindow(new URL(PUSH_PAGE, location.href)) : there.focus());
}
