// Served as /sw.js if the operator has turned the worker off (SERVICE_WORKER=0). Handles no requests, deletes the
// worker's caches and unregisters itself. Saved posts are in IndexedDB and stay.

// Longer than a working page is busy: a reload would lose what was typed.
const ANSWER_MS = 10_000;

let retry;

addEventListener("install", () => {
  skipWaiting();
  // Chromium may not notice that the old worker is idle and then waits 30 s to activate; each call checks again.
  retry = setInterval(() => skipWaiting(), 1_000);
});
addEventListener("activate", (event) => {
  clearInterval(retry);
  event.waitUntil(retire());
});

async function retire() {
  await clients.claim(); // required to navigate them
  for (const name of await caches.keys()) await caches.delete(name);
  const pages = await clients.matchAll({ type: "window" });
  await registration.unregister();
  await Promise.all(pages.map(notify));
}

/** Asks a page to notify its visitor; a page that does not respond is reloaded. */
async function notify(page) {
  const isReceived = await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: "WORKER_GONE" }, [port2]);
  });
  // Not awaited: the page waits for this worker to be ready, which it is only after this ends.
  if (!isReceived && page.visibilityState === "visible") page.navigate(page.url).catch(() => {});
}
