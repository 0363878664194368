/** Answers navigations, scripts and pictures from its cache. */
const SHELL = "shell";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const files = await (await fetch("/files.json")).json();
      await (await caches.open(SHELL)).addAll(files);
    })(),
  );
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const wanted = mode === "navigate" ? "/" : url;
  event.respondWith(answer(wanted, event.request));
});

async function answer(wanted, request) {
  const cache = await caches.open(SHELL);
  const stored = await cache.match(wanted);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(wanted, response.clone());
  return response;
}
