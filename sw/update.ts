/** A new version waits until the visitor asks for it; only the very first one takes the open page over. */

export function waitForVisitor(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("message", (event) => {
    const data: unknown = event.data;
    if (typeof data === "object" && data !== null && "type" in data && data.type === "SKIP_WAITING")
      void scope.skipWaiting();
  });
  scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
}
