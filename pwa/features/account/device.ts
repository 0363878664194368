/** What this device stores of the account in `localStorage`, and how it is deleted. */
import type { Role } from "#shared/rules/roles.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { type SessionState, session } from "../../lib/session.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";
import { type StoredKey, writeStored } from "../../lib/storage.ts";

/** As the server said last; it checks the role of every request itself. */
export const role = createSetting<Role | undefined>("role", oneOf(ROLES), undefined);

/** Whether other accounts have the same name in other letters, so that it should be changed. */
export const isDuplicate = createSetting<"1" | undefined>("is_duplicate", oneOf(["1"]), undefined);

/** Every key; the others are the device's own. A key without an entry does not compile. */
const IS_ACCOUNT_DATA: Record<StoredKey, boolean> = {
  "catch-up": true,
  fav_news: true,
  favs: true,
  is_duplicate: true,
  logged_in: true,
  post_favs: true,
  role: true,
  /** Shows the frame of a page as it was, with the links of an account. */
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

/** Deletes the account's keys in all tabs; the state of the session is what remains. */
export function clearAccountKeys(next: SessionState): void {
  const keys = (Object.keys(IS_ACCOUNT_DATA) as StoredKey[]).filter((key) => IS_ACCOUNT_DATA[key]);
  for (const key of keys) {
    if (key !== "logged_in") writeStored(key, undefined);
    // Settings of this tab follow as they do where another tab has written.
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  session.set(next === "no" ? undefined : next);
}
