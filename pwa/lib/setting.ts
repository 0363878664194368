/** A choice of this device, kept in its storage; where that is blocked it lasts as long as the page. */
import type { RendererReady } from "#shared/rules/ssr.ts";
import { readCookie, writeCookie } from "./cookie.ts";
import { createReadableStore, type ReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";
import { readStored, type StoredKey, writeStored } from "./storage.ts";

/** Follows other tabs. */
export interface Setting<T> extends ReadableStore<T> {
  /** `undefined` resets to the default. */
  set: (value: T | undefined) => void;
}

/** Where a choice is kept. */
export interface SettingStorage {
  read: (key: StoredKey) => string | undefined;
  write: (key: StoredKey, text: string | undefined) => void;
}

export interface SettingOptions<T> {
  /** How a value is stored; objects as JSON unless given. */
  print?: (value: T) => string;
  storage?: SettingStorage;
  /**
   * For settings that the markup of first screens depends on. `sent`: a cookie sends it to the server as well. `skip`: the
   * server cannot apply it, so a cookie asks it not to render while there is a choice, lest hidden content shows.
   */
  ssr?: "sent" | "skip";
}

const STORAGE: SettingStorage = { read: readStored, write: writeStored };
const sent = new Map<string, () => void>();
const skips = new Map<string, () => void>();

/** Names of the cookies by which rendering on the server depends on settings. */
export const settingCookies = (): RendererReady => ({ choices: [...sent.keys()], skips: [...skips.keys()] });

/** Choices that were made elsewhere, such as in another tab or by a restored backup, get their cookies. */
export function updateSettingCookies(): void {
  for (const update of [...sent.values(), ...skips.values()]) update();
}

/** @param parse what a stored text means; `undefined` for one without a meaning */
export function createSetting<T>(
  key: StoredKey,
  parse: (text: string) => T | undefined,
  fallback: T,
  { print = printValue, storage: { read, write } = STORAGE, ssr }: SettingOptions<T> = {},
): Setting<T> {
  /** What the storage did not take. */
  let unsaved: { text: string | undefined } | undefined;
  const toValue = (text: string | undefined) => (text === undefined ? undefined : parse(text)) ?? fallback;
  const parsed = cacheLatest(toValue);
  const parsedOnServer = cacheLatest(toValue);
  let notify = () => {};
  const connect = (onChange: () => void) => {
    const onStorage = (event: StorageEvent) => {
      // A cleared storage has no key.
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

/** An unchanged text gives the same object. */
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

/** For `createSetting`: one of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T | undefined {
  return (text) => words.find((word) => word === text);
}
