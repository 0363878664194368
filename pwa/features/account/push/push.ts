/** Loaded only where notifications were allowed, or are asked for. */
const pushDevice = () => import("./device.ts");

const isAllowed = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/** Nothing is loaded where notifications were never allowed. */
export async function resyncPush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).resync();
}

/** At logout: nothing is shown from then on, whatever the server still knows. */
export async function stopPush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).leave();
}

/** After a look at the new posts: the next notification does not count them again. */
export async function closePush(): Promise<void> {
  if (isAllowed()) await (await pushDevice()).closeNotifications();
}
