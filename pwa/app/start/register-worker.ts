/** The service worker is registered, and looked after while the page is open. */
import { CHECK_PRECACHE } from "#shared/rules/worker-messages.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import { announceUpdate } from "./worker-updates.ts";

/** Besides this, whenever the app comes to the front. */
const EVERY_MS = 60 * 60_000;

/** Long after load, so that the first visit's own requests come first; again every hour and whenever the app comes to the front. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const isOff = document.querySelector<HTMLMetaElement>('meta[name="worker"]')?.content === "off";
  void (isOff ? unregister() : register());
}

/** Also what the worker was still writing when it was taken away. */
async function unregister(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const one of all) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress("/sw.js") as string, {
      updateViaCache: "none",
    });
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      announceUpdate(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    const look = () => {
      if (navigator.onLine) registration.update().catch(() => undefined);
    };
    const checkPrecache = () => {
      if (navigator.onLine) registration.active?.postMessage({ type: CHECK_PRECACHE });
    };
    checkPrecache();
    addEventListener("online", checkPrecache);
    setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") look();
    });
  } catch (error) {
    console.warn("The service worker could not start; the app works online only.", error);
  }
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller !== null) announceUpdate(worker);
  });
}
