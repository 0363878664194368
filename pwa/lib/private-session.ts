/** A private session: until it is left, nothing that is opened or searched is stored on the device. */
import { PRIVATE_CACHE } from "#shared/rules/offline-db.ts";
import { createSetting, oneOf } from "./setting.ts";

/** Follows other tabs, and outlasts a closed browser. public/theme.js reads it as well, before the first paint. */
const setting = createSetting<"on" | "off">("private-session", oneOf(["on"]), "off");

export const isPrivate = (): boolean => setting.get() === "on";
export const usePrivate = (): boolean => setting.use() === "on";

/** Keeps the attribute of the root up to date, by which the header makes room for the notice. */
export function followPrivateSession(): () => void {
  const apply = () => document.documentElement.toggleAttribute("data-private", isPrivate());
  apply();
  return setting.subscribe(apply);
}

/** The service worker, which cannot read settings, looks for the cache before it stores a picture. */
export async function setPrivateSession(isOn: boolean): Promise<void> {
  setting.set(isOn ? "on" : undefined);
  if (typeof caches === "undefined") return; // without a worker, too
  await (isOn ? caches.open(PRIVATE_CACHE) : caches.delete(PRIVATE_CACHE)).catch(() => {});
}
