/** A choice of this device, kept in its storage; where that is blocked it lasts as long as the page. */
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./storage.ts";

export interface Setting<T> {
  get: () => T;
  /** `undefined` gives the choice up. */
  set: (value: T | undefined) => void;
  /** The value, for components; follows other tabs. */
  use: () => T;
  /** Calls back after every change, also of another tab. */
  watch: (listener: () => void) => () => void;
}

/** Where choices are kept. */
export interface Place {
  read: (key: string) => string | undefined;
  write: (key: string, text: string | undefined) => void;
}
const STORAGE: Place = { read: readStored, write: writeStored };

/**
 * @param parse what a stored text means; `undefined` for one that means nothing (any more)
 * @param print how a value is stored; objects as JSON
 */
export function createSetting<T>(
  key: string,
  parse: (text: string) => T | undefined,
  fallback: T,
  print: (value: T) => string = (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  { read, write }: Place = STORAGE,
): Setting<T> {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** What that place did not take. */
  let held: { text: string | undefined } | undefined;
  /** The value of a text, kept so that an unchanged one stays the same object. */
  let known: { text: string | undefined; value: T } | undefined;

  const get = () => {
    const text = held === undefined ? read(key) : held.text;
    if (known === undefined || known.text !== text)
      known = { text, value: (text === undefined ? undefined : parse(text)) ?? fallback };
    return known.value;
  };
  const set = (value: T | undefined) => {
    const text = value === undefined ? undefined : print(value);
    write(key, text);
    held = read(key) === text ? undefined : { text };
    tell();
  };
  const watch = (listener: () => void) => {
    const onStorage = (event: StorageEvent) => {
      // A cleared storage has no key.
      if (event.key === key || event.key === null) listener();
    };
    listeners.add(listener);
    addEventListener("storage", onStorage);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", onStorage);
    };
  };
  return { get, set, watch, use: () => useSyncExternalStore(watch, get) };
}

/** For `createSetting`: one of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T | undefined {
  return (text) => words.find((word) => word === text);
}
