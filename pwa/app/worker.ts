/** The service worker: registered once, and a waiting update announced. It never reloads the page by itself. */

import { scriptAddress } from "../lib/script-address.ts";

let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

function announce(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: told when a new version waits. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasUpdate(): boolean {
  return waiting !== undefined;
}

/** Lets the waiting version take over, then loads the page with it. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage({ type: "SKIP_WAITING" });
}

/** After load, so that the first visit's own requests come first; again whenever the app comes to the front. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress("/sw.js") as string, {
      updateViaCache: "none",
    });
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      announce(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && navigator.onLine)
        registration.update().catch(() => undefined);
    });
  } catch (error) {
    console.warn("The service worker could not start; the app works online only.", error);
  }
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller !== null) announce(worker);
  });
}
