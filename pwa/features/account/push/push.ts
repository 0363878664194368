/** Loaded only if notifications are allowed or requested. */
const pushDevice = () => import("./device.ts");

const isAllowed = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/** Renews the subscription; loads nothing without permission. */
export async function resyncPush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).resync();
}

/** Unsubscribes at logout, even if the server still has the subscription. */
export async function stopPush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).leave();
}

/** Closes notifications after a visit of the new posts, so that the next one does not count them again. */
export async function closePush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).closeNotifications();
}
