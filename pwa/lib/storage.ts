/** Browser storage that may be blocked or full: reads return undefined, failed writes log a warning. */
import { deviceCiphers } from "./device-ciphers.ts";
import { environment } from "./environment.ts";

/** Start of encrypted values; no value of a setting begins with it. */
const ENCRYPTED = "~";

/**
 * All keys of `localStorage` (`thumbSize` is a cookie), and whose they are. Those of the account are deleted when it is
 * logged out; those that name content as well in an archive for members, else they are the device's.
 * app/takedowns/stored-content.ts defines what takedowns delete per key.
 */
export const STORED_KEYS = {
  "catch-up": "account",
  fav_news: "account",
  favs: "account",
  is_duplicate: "account",
  logged_in: "account",
  post_favs: "account",
  queues: "account",
  role: "account",
  sync: "account",
  "book-places": "content",
  "browsed-cap": "device",
  cards: "device",
  "chat-order": "device",
  "chat-read": "content",
  "data-saver": "device",
  dates: "device",
  device: "content",
  "device-key": "content",
  "file-names": "device",
  "gallery-columns": "device",
  "image-source": "device",
  install: "device",
  "list-mode": "device",
  locale: "device",
  "lookups-on-device": "device",
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
  "viewer-layout": "device",
  "viewer-order": "device",
  visits: "content",
  "zip-left": "device",
} as const satisfies Record<string, "account" | "content" | "device">;

export type StoredKey = keyof typeof STORED_KEYS;

/** Needed before the device is unlocked; they name nothing. */
const NEVER_ENCRYPTED: readonly StoredKey[] = ["logged_in", "device", "device-key"];

/** True for keys that are encrypted while the device has a key. */
const isPrivateKey = (key: StoredKey): boolean =>
  STORED_KEYS[key] !== "device" && !NEVER_ENCRYPTED.includes(key);

/** On the server, reads the visitor's cookies. While the device is locked, encrypted values are undefined. */
export function readStored(key: StoredKey): string | undefined {
  if (typeof document === "undefined") return environment().choices[key];
  try {
    const text = localStorage.getItem(key) ?? undefined;
    return text?.startsWith(ENCRYPTED) ? decrypt(key, text) : text;
  } catch {
    return undefined;
  }
}

export function writeStored(key: StoredKey, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else {
      const ciphers = isPrivateKey(key) ? deviceCiphers() : undefined;
      localStorage.setItem(key, ciphers === undefined ? value : ciphers.encryptText(value));
    }
  } catch (error) {
    console.warn("Storage is not available.", error);
  }
}

/** Settings are read with every render: the last result of each is kept. */
const decrypted = new Map<StoredKey, { encrypted: string; text: string }>();

function decrypt(key: StoredKey, encrypted: string): string | undefined {
  const ciphers = deviceCiphers();
  if (ciphers === undefined) return undefined;
  const last = decrypted.get(key);
  if (last?.encrypted === encrypted) return last.text;
  const text = ciphers.decryptText(encrypted);
  decrypted.set(key, { encrypted, text });
  return text;
}

/** Encrypts what was stored before the device had its key. */
export function encryptStoredKeys(): void {
  for (const key of (Object.keys(STORED_KEYS) as StoredKey[]).filter(isPrivateKey)) {
    const value = readStored(key);
    if (value !== undefined) writeStored(key, value);
  }
}
