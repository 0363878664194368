/** One value that components and plain code share: read, written and subscribed to in the same way everywhere. */
import { useSyncExternalStore } from "react";

export interface ReadableStore<T> {
  get: () => T;
  /** Calls back after every change. @returns unsubscribes */
  subscribe: (listener: () => void) => () => void;
  /** The value, for components. */
  use: () => T;
}

export interface Store<T> extends ReadableStore<T> {
  set: (next: T | ((current: T) => T)) => void;
}

export interface StoreOptions<T> {
  /** What the server renders and the browser hydrates with; the initial value unless given. */
  server?: () => T;
  /** Runs with the first subscriber, such as to listen to the window; its result runs after the last one is gone. */
  connect?: (notify: () => void) => () => void;
}

/** A value held in memory. An equal value (`Object.is`) notifies nobody. */
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

/** A value held elsewhere, such as in the window or in a store that it is derived from; `get` must be stable between changes. */
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
    // A listener of its own, so that the same function subscribed twice is two subscriptions.
    const own = () => listener();
    if (listeners.size === 0) disconnect = connect?.(notify);
    listeners.add(own);
    return () => {
      if (listeners.delete(own) && listeners.size === 0) {
        disconnect?.();
        disconnect = undefined;
      }
    };
  };
  return { subscribe, notify };
}
