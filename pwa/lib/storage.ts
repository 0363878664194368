/** Browser storage that may be blocked or full: reads give undefined, writes are dropped with a console warning. */
import { environment } from "./environment.ts";

/**
 * Every key of `localStorage` (`thumbSize` is a cookie). What takedowns delete under each is listed in
 * app/takedowns/stored-content.ts, what logging out deletes in features/account/device.ts.
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

/** On the server: what the visitor's cookies say. */
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
