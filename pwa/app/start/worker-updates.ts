/** What is known of new versions. Nothing reloads the page by itself. */
import { createStore } from "../../lib/create-store.ts";

/** What there is to load: a waiting worker, or a server of another version than this page. */
const update = createStore<{ worker?: ServiceWorker } | undefined>(undefined);

/** A new version is available. */
export function announceUpdate(worker?: ServiceWorker): void {
  update.set(worker === undefined ? {} : { worker });
}

export const useUpdate = (): boolean => update.use() !== undefined;

/** Lets the waiting version take over, then loads the page with it. */
export function applyUpdate(): void {
  const worker = update.get()?.worker;
  // Another tab has let it in, or none is needed.
  if (worker?.state !== "installed") {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage({ type: "SKIP_WAITING" });
}

/** Called once, at the start: a worker may send messages before anything else is loaded. */
export function listenToWorker(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.addEventListener("message", onMessage);
}

/** The server has taken the worker away (docs/operations.md): a page that works says so, and asks its visitor. */
function onMessage({ data, ports }: MessageEvent<unknown>): void {
  const isGone = typeof data === "object" && data !== null && "type" in data && data.type === "WORKER_GONE";
  if (!isGone || document.querySelector("[data-app] #content") === null) return; // not hydrated yet
  ports[0]?.postMessage("received");
  announceUpdate();
}
