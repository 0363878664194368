/** New versions of the app, and how the page changes to one. Nothing reloads the page by itself. */
import { createStore } from "../../lib/create-store.ts";

const update = createStore<(() => unknown) | undefined>(undefined);

/** Offers a new version. @param apply activates it and loads the page with it; by default loads the page again */
export function announceUpdate(apply: () => unknown = () => location.reload()): void {
  update.set(() => apply);
}

/** Applies the version that is offered; undefined while there is none. */
export const useUpdate = update.use;

/** Called once, at the start: a worker may send messages before anything else is loaded. */
export function listenToWorker(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.addEventListener("message", onMessage);
}

/** The server has taken the worker away (docs/operations.md): a page that works confirms it and asks its visitor. */
function onMessage({ data, ports }: MessageEvent<unknown>): void {
  const isGone = typeof data === "object" && data !== null && "type" in data && data.type === "WORKER_GONE";
  if (!isGone || document.querySelector("[data-app] #content") === null) return; // not hydrated yet
  ports[0]?.postMessage("received");
  announceUpdate();
}
