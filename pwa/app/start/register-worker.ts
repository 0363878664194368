/** Registers the service worker, and looks for new versions while the page is open. */
import { Workbox } from "workbox-window";
import { CHECK_PRECACHE } from "#shared/rules/worker-messages.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import { announceUpdate } from "./worker-updates.ts";

/** Besides, a new version is looked for whenever the app comes to the front. */
const POLL_INTERVAL_MS = 60 * 60_000;

/** Called once, long after load, so that the first visit's own requests come first. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const isOff = document.querySelector<HTMLMetaElement>('meta[name="worker"]')?.content === "off";
  void (isOff ? unregister() : register());
}

/** Deletes the caches too: the worker may still have been writing when it was taken away. */
async function unregister(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const one of all) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

async function register(): Promise<void> {
  const workbox = new Workbox(scriptAddress("/sw.js") as string, { updateViaCache: "none" });
  workbox.addEventListener("waiting", () => announceUpdate(() => activateWaiting(workbox)));
  try {
    const registration = await workbox.register();
    const update = () => {
      if (navigator.onLine) workbox.update().catch(() => undefined);
    };
    const checkPrecache = () => {
      if (navigator.onLine) registration?.active?.postMessage({ type: CHECK_PRECACHE });
    };
    checkPrecache();
    addEventListener("online", checkPrecache);
    setInterval(update, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") update();
    });
  } catch (error) {
    console.warn("The service worker could not start; the app works online only.", error);
  }
}

/** Activates the waiting version, then loads the page with it. */
async function activateWaiting(workbox: Workbox): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting == null) return location.reload(); // activated by another tab
  workbox.addEventListener("controlling", () => location.reload());
  workbox.messageSkipWaiting();
}
