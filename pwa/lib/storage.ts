/** Browser storage that may be blocked or full: reads return undefined, failed writes log a warning. */
import { environment } from "./environment.ts";

/**
 * All keys of `localStorage` (`thumbSize` is a cookie). app/takedowns/stored-content.ts defines what takedowns delete
 * per key, features/account/device.ts what logout deletes.
 */
export type StoredKey =
  | "browsed-cap"
  | "cards"
  | "catch-up"
  | "chat-order"
  | "chat-read"
  | "data-saver"
  | "dates"
  | "device"
  | "fav_news"
  | "favs"
  | "file-names"
  | "image-source"
  | "install"
  | "is_duplicate"
  | "list-mode"
  | "locale"
  | "logged_in"
  | "media"
  | "media-places"
  | "media-speed"
  | "mutes"
  | "owned-files"
  | "post_favs"
  | "private-session"
  | "reader"
  | "reading"
  | "recent-searches"
  | "role"
  | "saved"
  | "seen"
  | "seen-hide"
  | "seen-scroll"
  | "shortcuts"
  | "sidebar"
  | "sync"
  | "theme"
  | "thumbSize"
  | "visits"
  | "zip-left";

/** On the server, reads the visitor's cookies. */
export function readStored(key: StoredKey): string | undefined {
  if (typeof document === "undefined") return environment().choices[key];
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: StoredKey, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn("Storage is not available.", error);
  }
}
