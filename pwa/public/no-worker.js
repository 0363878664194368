// Served as /sw.js where the operator has taken the worker away (SERVICE_WORKER=0). It answers nothing, clears what the
// worker kept for itself and goes. What was saved on purpose is in IndexedDB and stays.
const ANSWER_MS = 3_000;

let retry;

addEventListener("install", () => {
  skipWaiting();
  // Chromium may miss that the old worker has become idle and then activates after its 30 s only; each call looks again.
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

/** A working page answers and notifies its visitor itself; one that does not answer is reloaded. */
async function notify(page) {
  const isReceived = await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: "WORKER_GONE" }, [port2]);
  });
  // Not waited for: the page would wait for this worker to be ready, which it is once this is done.
  if (!isReceived && page.visibilityState === "visible") page.navigate(page.url).catch(() => {});
}
