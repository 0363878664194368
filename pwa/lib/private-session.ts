/** Private session: while on, nothing that is opened or searched is stored on the device. */
import { PRIVATE_CACHE } from "#shared/rules/offline-db.ts";
import { cacheStorage } from "./secure-context/apis.ts";
import { createSetting, oneOf } from "./setting.ts";

/** Shared with other tabs, and survives closing the browser. public/theme.js reads it too, before the first paint. */
const setting = createSetting<"on" | "off">("private-session", oneOf(["on"]), "off");

export const isPrivate = (): boolean => setting.get() === "on";
export const usePrivate = (): boolean => setting.use() === "on";

/** Updates the root attribute that makes the header leave space for the notice. */
export function followPrivateSession(): () => void {
  const apply = () => document.documentElement.toggleAttribute("data-private", isPrivate());
  apply();
  return setting.subscribe(apply);
}

/**
 * Also creates or deletes a cache: the service worker cannot read settings and checks for that cache before storing
 * images.
 */
export async function setPrivateSession(isOn: boolean): Promise<void> {
  setting.set(isOn ? "on" : undefined);
  const caches = cacheStorage();
  if (caches === undefined) return; // then there is no service worker either
  await (isOn ? caches.open(PRIVATE_CACHE) : caches.delete(PRIVATE_CACHE)).catch(() => {});
}
