/** A setting stored on this device; if storage is blocked, it lasts as long as the page. */
import type { RendererReady } from "#shared/rules/ssr.ts";
import { readCookie, writeCookie } from "./cookie.ts";
import { createReadableStore, type ReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";
import { readStored, type StoredKey, writeStored } from "./storage.ts";

/** Updated from other tabs. */
export interface Setting<T> extends ReadableStore<T> {
  /** `undefined` resets to the default. */
  set: (value: T | undefined) => void;
}

/** Storage of a setting. */
export interface SettingStorage {
  read: (key: StoredKey) => string | undefined;
  write: (key: StoredKey, text: string | undefined) => void;
}

export interface SettingOptions<T> {
  /** Serializes a value; JSON by default. */
  print?: (value: T) => string;
  storage?: SettingStorage;
  /**
   * For settings that affect the markup of first screens. `sent`: a cookie sends the value to the server. `skip`: the
   * server cannot apply it, so a cookie disables server rendering while it is set, to prevent hidden content from
   * showing.
   */
  ssr?: "sent" | "skip";
}

const STORAGE: SettingStorage = { read: readStored, write: writeStored };
const sent = new Map<string, () => void>();
const skips = new Map<string, () => void>();

/** Names of the setting cookies that affect server rendering. */
export const settingCookies = (): Omit<RendererReady, "routes"> => ({
  choices: [...sent.keys()],
  skips: [...skips.keys()],
});

/** Writes cookies for settings changed elsewhere, such as in another tab or by a restored backup. */
export function updateSettingCookies(): void {
  for (const update of [...sent.values(), ...skips.values()]) update();
}

/** @param parse returns the value of a stored text; `undefined` if it is invalid */
export function createSetting<T>(
  key: StoredKey,
  parse: (text: string) => T | undefined,
  fallback: T,
  { print = printValue, storage: { read, write } = STORAGE, ssr }: SettingOptions<T> = {},
): Setting<T> {
  /** Value that could not be stored. */
  let unsaved: { text: string | undefined } | undefined;
  const toValue = (text: string | undefined) => (text === undefined ? undefined : parse(text)) ?? fallback;
  const parsed = cacheLatest(toValue);
  const parsedOnServer = cacheLatest(toValue);
  let notify = () => {};
  const connect = (onChange: () => void) => {
    const onStorage = (event: StorageEvent) => {
      // `key` is null when the storage is cleared.
      if (event.key === key || event.key === null) onChange();
    };
    notify = onChange;
    addEventListener("storage", onStorage);
    return () => {
      notify = () => {};
      removeEventListener("storage", onStorage);
    };
  };
  const store = createReadableStore(
    () => parsed(unsaved === undefined ? read(key) : unsaved.text),
    () => parsedOnServer(environment().choices[key]),
    connect,
  );
  if (ssr === "sent") sent.set(key, () => updateCookie(key, read(key)));
  if (ssr === "skip") skips.set(key, () => updateCookie(key, store.get() === fallback ? undefined : "1"));
  const set = (value: T | undefined) => {
    const text = value === undefined ? undefined : print(value);
    write(key, text);
    unsaved = read(key) === text ? undefined : { text };
    (sent.get(key) ?? skips.get(key))?.();
    notify();
  };
  return { ...store, set };
}

function updateCookie(key: string, text: string | undefined): void {
  if (readCookie(key) !== text) writeCookie(key, text);
}

/** Caches the last result, so that an unchanged text gives the same object. */
function cacheLatest<T>(parse: (text: string | undefined) => T): (text: string | undefined) => T {
  let latest: { text: string | undefined; value: T } | undefined;
  return (text) => {
    if (latest === undefined || latest.text !== text) latest = { text, value: parse(text) };
    return latest.value;
  };
}

function printValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Parser for `createSetting` that accepts one of the given words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T | undefined {
  return (text) => words.find((word) => word === text);
}
