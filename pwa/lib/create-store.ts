/** A value shared by components and plain code, with one interface to read, write and subscribe. */
import { useSyncExternalStore } from "react";

export interface ReadableStore<T> {
  get: () => T;
  /** Calls back after every change. @returns unsubscribe */
  subscribe: (listener: () => void) => () => void;
  /** Hook that returns the value. */
  use: () => T;
}

export interface Store<T> extends ReadableStore<T> {
  set: (next: T | ((current: T) => T)) => void;
}

export interface StoreOptions<T> {
  /** Value for server rendering and hydration; the initial value by default. */
  server?: () => T;
  /**
   * Runs with the first subscriber, for example to add a window listener; its result runs after the last one
   * unsubscribes.
   */
  connect?: (notify: () => void) => () => void;
}

/** Stores a value in memory. Setting an equal value (`Object.is`) notifies no one. */
export function createStore<T>(
  initial: T,
  { server = () => initial, connect }: StoreOptions<T> = {},
): Store<T> {
  let value = initial;
  const { subscribe, notify } = createSubscription(connect);
  const get = () => value;
  const set = (next: T | ((current: T) => T)) => {
    const changed = next instanceof Function ? next(value) : next;
    if (Object.is(changed, value)) return;
    value = changed;
    notify();
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get, server) };
}

/** Wraps a value stored elsewhere, such as in the window or in another store; `get` must be stable between changes. */
export function createReadableStore<T>(
  get: () => T,
  server: () => T,
  connect: (notify: () => void) => () => void,
): ReadableStore<T> {
  const { subscribe } = createSubscription(connect);
  return { get, subscribe, use: () => useSyncExternalStore(subscribe, get, server) };
}

function createSubscription(connect?: (notify: () => void) => () => void) {
  const listeners = new Set<() => void>();
  let disconnect: (() => void) | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    // A new function per subscription, so that the same listener can subscribe twice.
    const registered = () => listener();
    if (listeners.size === 0) disconnect = connect?.(notify);
    listeners.add(registered);
    return () => {
      if (listeners.delete(registered) && listeners.size === 0) {
        disconnect?.();
        disconnect = undefined;
      }
    };
  };
  return { subscribe, notify };
}
