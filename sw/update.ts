/** A new version waits until the person activates it; only the first one claims the open page. */

export function waitForActivation(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("message", (event) => {
    const data: unknown = event.data;
    if (typeof data === "object" && data !== null && "type" in data && data.type === "SKIP_WAITING")
      void scope.skipWaiting();
  });
  scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
}
