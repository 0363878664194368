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

/** All keys: true for those of the account, false for those of the device. A missing key is a type error. */
const IS_ACCOUNT_DATA: Record<StoredKey, boolean> = {
  "catch-up": true,
  fav_news: true,
  favs: true,
  is_duplicate: true,
  logged_in: true,
  post_favs: true,
  role: true,
  sync: true,
  "browsed-cap": false,
  cards: false,
  "chat-order": false,
  "chat-read": false,
  "data-saver": false,
  dates: false,
  device: false,
  "file-names": false,
  "image-source": false,
  install: false,
  "list-mode": false,
  locale: false,
  media: false,
  "media-places": false,
  "media-speed": false,
  mutes: false,
  "owned-files": false,
  "private-session": false,
  reader: false,
  reading: false,
  "recent-searches": false,
  saved: false,
  seen: false,
  "seen-hide": false,
  "seen-scroll": false,
  shortcuts: false,
  sidebar: false,
  theme: false,
  thumbSize: false,
  visits: false,
  "zip-left": false,
};

/** Deletes the account's keys in all tabs, except the state of the session. */
export function clearAccountKeys(next: SessionState): void {
  const keys = (Object.keys(IS_ACCOUNT_DATA) as StoredKey[]).filter((key) => IS_ACCOUNT_DATA[key]);
  for (const key of keys) {
    if (key !== "logged_in") writeStored(key, undefined);
    // Updates the settings of this tab as a write in another tab would.
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  session.set(next === "no" ? undefined : next);
}
