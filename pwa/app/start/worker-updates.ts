/** What is known of new versions. Nothing reloads the page by itself. */

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

/** Called once, at the start: a worker may have something to say before anything else is there. */
export function listenToWorker(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.addEventListener("message", hear);
}

/** The server has taken the worker away (docs/operations.md): a page that works says so, and asks its visitor. */
function hear({ data, ports }: MessageEvent<unknown>): void {
  const isGone = typeof data === "object" && data !== null && "type" in data && data.type === "WORKER_GONE";
  if (!isGone || document.querySelector("[data-app] #content") === null) return; // a drawn screen has one too
  ports[0]?.postMessage("heard");
  announceUpdate();
}
