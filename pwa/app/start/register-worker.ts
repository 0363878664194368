/** Registers the service worker, and polls for new versions. */
import { Workbox } from "workbox-window";
import { CHECK_PRECACHE } from "#shared/rules/worker-messages.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import { cacheStorage, serviceWorkers } from "../../lib/secure-context/apis.ts";
import { announceUpdate } from "./worker-updates.ts";

/** Poll interval; new versions are also checked for when the app becomes visible. */
const POLL_INTERVAL_MS = 60 * 60_000;

/** Called once, well after load, so that the first visit's own requests come first. */
export function registerWorker(): void {
  const workers = serviceWorkers();
  if (!import.meta.env.PROD || workers === undefined) return;
  const isOff = document.querySelector<HTMLMetaElement>('meta[name="worker"]')?.content === "off";
  void (isOff ? unregister(workers) : register());
}

/** Also deletes the caches, as the worker may have been writing to them. */
async function unregister(workers: ServiceWorkerContainer): Promise<void> {
  const all = await workers.getRegistrations().catch(() => []);
  for (const one of all) await one.unregister();
  const caches = cacheStorage();
  for (const name of (await caches?.keys()) ?? []) await caches?.delete(name);
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

/** Activates the waiting version, then reloads the page. */
async function activateWaiting(workbox: Workbox): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  if (registration?.waiting == null) return location.reload(); // activated by another tab
  workbox.addEventListener("controlling", () => location.reload());
  workbox.messageSkipWaiting();
}
