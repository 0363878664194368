/** A choice of this device, kept in its storage; where that is blocked it lasts as long as the page. */
import { createReadableStore, type ReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";
import { readStored, writeStored } from "./storage.ts";

/** Follows other tabs. */
export interface Setting<T> extends ReadableStore<T> {
  /** `undefined` resets to the default. */
  set: (value: T | undefined) => void;
}

/** Where a choice is kept. */
export interface SettingStorage {
  read: (key: string) => string | undefined;
  write: (key: string, text: string | undefined) => void;
}

export interface SettingOptions<T> {
  /** How a value is stored; objects as JSON unless given. */
  print?: (value: T) => string;
  storage?: SettingStorage;
  /** The markup of first screens depends on it, so a cookie sends it to the server as well. */
  isSent?: boolean;
}

const STORAGE: SettingStorage = { read: readStored, write: writeStored };
const sent: string[] = [];

/** Keys of the settings that cookies send to the server. */
export const sentSettings = (): readonly string[] => sent;

/** @param parse what a stored text means; `undefined` for one without a meaning */
export function createSetting<T>(
  key: string,
  parse: (text: string) => T | undefined,
  fallback: T,
  { print = printValue, storage: { read, write } = STORAGE, isSent = false }: SettingOptions<T> = {},
): Setting<T> {
  if (isSent) sent.push(key);
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
  const set = (value: T | undefined) => {
    const text = value === undefined ? undefined : print(value);
    write(key, text);
    unsaved = read(key) === text ? undefined : { text };
    notify();
  };
  return { ...store, set };
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
