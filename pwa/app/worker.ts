/** The service worker: registered once, and a waiting update announced. It never reloads the page by itself. */

import { scriptAddress } from "../lib/script-address.ts";

/** Besides this, whenever the app comes to the front. */
const EVERY_MS = 60 * 60_000;

/** What there is to load: a worker that waits, or a server whose version this page is not any more. */
let update: { worker?: ServiceWorker } | undefined;
const listeners = new Set<() => void>();

/** Says that a new version can be had. */
export function announceUpdate(worker?: ServiceWorker): void {
  update = worker === undefined ? {} : { worker };
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: told when a new version waits. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasUpdate(): boolean {
  return update !== undefined;
}

/** Lets the waiting version take over, then loads the page with it. */
export function applyUpdate(): void {
  const worker = update?.worker;
  // Another tab has let it in, or none is needed.
  if (worker?.state !== "installed") {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage({ type: "SKIP_WAITING" });
}

/** After load, so that the first visit's own requests come first; again every hour and whenever the app comes to the front. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", hear);
  const isOff = document.querySelector<HTMLMetaElement>('meta[name="worker"]')?.content === "off";
  window.addEventListener("load", () => void (isOff ? unregister() : register()), { once: true });
}

/** The server has taken the worker away (docs/operations.md): a page that works says so, and asks its visitor. */
function hear({ data, ports }: MessageEvent<unknown>): void {
  const isGone = typeof data === "object" && data !== null && "type" in data && data.type === "WORKER_GONE";
  if (!isGone || document.querySelector("#content") === null) return;
  ports[0]?.postMessage("heard");
  announceUpdate();
}

/** Also what the worker was still writing when it was taken away. */
async function unregister(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const one of all) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress("/sw.js") as string, {
      updateViaCache: "none",
    });
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      announceUpdate(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    const look = () => {
      if (navigator.onLine) registration.update().catch(() => undefined);
    };
    setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") look();
    });
  } catch (error) {
    console.warn("The service worker could not start; the app works online only.", error);
  }
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller !== null) announceUpdate(worker);
  });
}
