import "./app/start/zod-setup.ts";
import "./app/shell/tokens.css";
import "./app/shell/base.css";
import { createBrowserHistory } from "@tanstack/react-router";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { createAppRouter, followDataSaver } from "./app/router.ts";
import { watchChunks } from "./app/start/chunks.ts";
import { startDeferredParts } from "./app/start/deferred.ts";
import { recordFields, replayEarlyInput } from "./app/start/early-input.ts";
import { applyHydrationData, readHydrationData } from "./app/start/hydration-data.ts";
import { restoreScrollPositions } from "./app/start/scroll-restoration.ts";
import { sendWindowWidth } from "./app/start/window-width.ts";
import { announceUpdate, listenToWorker } from "./app/start/worker-updates.ts";
import { watchInstall } from "./features/library/install/prompt.ts";
import { startLocale } from "./i18n/initial.ts";
import { afterLoad } from "./lib/after-load.ts";
import { mayHaveDeviceKey } from "./lib/members.ts";
import { hasNavigated } from "./lib/navigation-type.ts";
import { pageReady } from "./lib/page-ready.ts";
import { updateSettingCookies } from "./lib/setting.ts";
import { watchTyping } from "./lib/typing.ts";

const queryClient = createQueryClient();
const router = createAppRouter(queryClient, createBrowserHistory());

followDataSaver(router);
restoreScrollPositions(router);
listenToWorker();
watchInstall();
watchTyping();
watchChunks(() => announceUpdate());

// Long after the first paint: takedowns leave this device, queued requests are sent.
afterLoad(
  () =>
    void started
      .then(() => import("./app/start/offline-tasks.ts"))
      .then(({ startOfflineTasks }) => startOfflineTasks(queryClient)),
  3_000,
);
afterLoad(() => {
  updateSettingCookies();
  sendWindowWidth();
}, 1_000);

/** Keeps the elements of a page that the server has rendered, and what was typed and pressed there. */
async function hydrate(root: HTMLElement): Promise<void> {
  await applyHydrationData(queryClient);
  router.ssr = { manifest: undefined };
  // Until the first navigation the page stays where it was scrolled to.
  router.update({ ...router.options, scrollRestoration: hasNavigated });
  await router.load();
  await new Promise((done) => setTimeout(done)); // the scripts have just been evaluated in one long task
  const fields = recordFields(root);
  const onReady = async () => {
    await pageReady;
    onInteractive();
    void replayEarlyInput(fields);
    void startLocale(); // the device may have chosen another one than the cookie says
  };
  startTransition(() => void hydrateRoot(root, app(onReady)));
}

/** Loads the screen first: one render is shorter than one of the frame and another one of the screen. */
async function render(root: HTMLElement): Promise<void> {
  // Loads the target of a redirect, as `/favorites` is; once mounted, the router does that itself.
  const unsubscribe = router.history.subscribe(() => void router.load());
  await Promise.all([startLocale(), router.load().catch(() => undefined)]);
  unsubscribe();
  createRoot(root).render(app(onInteractive));
}

const app = (onReady: () => unknown) => <App router={router} queryClient={queryClient} onReady={onReady} />;

function onInteractive(): void {
  document.documentElement.dataset["app"] = "up"; // read by app/start/worker-updates.ts and public/watchdog.js
  startDeferredParts();
  followEarlyBack();
}

/** Loads the page in the address if it changed during startup: the router handles Back only once it is mounted. */
function followEarlyBack(): void {
  if (router.state.location.state.__TSR_key !== router.history.location.state.__TSR_key) void router.load();
}

async function start(root: HTMLElement): Promise<void> {
  if (mayHaveDeviceKey()) {
    const { openDevice } = await import("./features/account/device-key/open.tsx");
    if (await openDevice(root, queryClient)) return await render(root);
  }
  await (readHydrationData() === undefined ? render(root) : hydrate(root));
}

// Not awaited: a chunk that the language needs may import this one, and each would wait for the other.
const root = document.getElementById("root");
const started = root === null ? Promise.resolve() : start(root);
