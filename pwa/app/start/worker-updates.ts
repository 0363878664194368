/** Offers new versions of the app; never reloads the page by itself. */
import { createStore } from "../../lib/create-store.ts";
import { serviceWorkers } from "../../lib/secure-context/apis.ts";

/** Function that applies the offered version; undefined if there is none. */
export const offeredUpdate = createStore<(() => unknown) | undefined>(undefined);

/** Offers a new version. @param apply activates it and reloads; by default only reloads */
export function announceUpdate(apply: () => unknown = () => location.reload()): void {
  offeredUpdate.set(() => apply);
}

/** Called once at startup, as the worker may send messages early. */
export function listenToWorker(): void {
  serviceWorkers()?.addEventListener("message", onMessage);
}

/**
 * Handles removal of the worker by the operator (docs/operations.md): a working page confirms and notifies the visitor.
 */
function onMessage({ data, ports }: MessageEvent<unknown>): void {
  const isGone = typeof data === "object" && data !== null && "type" in data && data.type === "WORKER_GONE";
  if (!isGone || document.querySelector("[data-app] #content") === null) return; // not hydrated yet
  ports[0]?.postMessage("received");
  announceUpdate();
}
