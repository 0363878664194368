/** A new version waits until the person activates it; only the first version claims the open page. */
const RETRY_MS = 1_000;

export function waitForActivation(scope: ServiceWorkerGlobalScope): void {
  let retry: ReturnType<typeof setInterval> | undefined;
  scope.addEventListener("message", (event) => {
    const data: unknown = event.data;
    if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "SKIP_WAITING")
      return;
    void scope.skipWaiting();
    // Chromium may miss that the old worker is idle and then activate only after 30 s; each call checks again.
    retry ??= setInterval(() => scope.skipWaiting(), RETRY_MS);
  });
  scope.addEventListener("activate", (event) => {
    clearInterval(retry);
    event.waitUntil(scope.clients.claim());
  });
}
