/** Data of the account in `localStorage`, and its deletion. */
import type { Role } from "#shared/rules/roles.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { type SessionState, session } from "../../lib/session.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";
import { type StoredKey, writeStored } from "../../lib/storage.ts";

/** Last known role, for display; the server checks every request. */
export const role = createSetting<Role | undefined>("role", oneOf(ROLES), undefined);

/** Set if another account's name differs only in case, so that the name should be changed. */
export const isDuplicate = createSetting<"1" | undefined>("is_duplicate", oneOf(["1"]), undefined);

/**
 * All keys, and whose they are. Those that name content are the device's, or in an archive for members deleted with
 * those of the account. A missing key is a type error.
 */
const OWNERS: Record<StoredKey, "account" | "content" | "device"> = {
  "catch-up": "account",
  fav_news: "account",
  favs: "account",
  is_duplicate: "account",
  logged_in: "account",
  post_favs: "account",
  role: "account",
  sync: "account",
  "browsed-cap": "device",
  cards: "device",
  "chat-order": "device",
  "chat-read": "content",
  "data-saver": "device",
  dates: "device",
  device: "content",
  "file-names": "device",
  "image-source": "device",
  install: "device",
  "list-mode": "device",
  locale: "device",
  media: "device",
  "media-places": "content",
  "media-speed": "device",
  mutes: "content",
  "owned-files": "content",
  "private-session": "device",
  reader: "device",
  reading: "content",
  "recent-searches": "content",
  saved: "content",
  seen: "content",
  "seen-hide": "device",
  "seen-scroll": "device",
  shortcuts: "device",
  sidebar: "device",
  theme: "device",
  thumbSize: "device",
  visits: "content",
  "zip-left": "device",
};

/** Deletes the account's keys in all tabs, except the state of the session. @param withContent also those that name content */
export function clearAccountKeys(next: SessionState, withContent: boolean): void {
  const keys = (Object.keys(OWNERS) as StoredKey[]).filter(
    (key) => OWNERS[key] === "account" || (withContent && OWNERS[key] === "content"),
  );
  for (const key of keys) {
    if (key !== "logged_in") writeStored(key, undefined);
    // Updates the settings of this tab as a write in another tab would.
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  session.set(next === "no" ? undefined : next);
}
