import "./app/start/zod-setup.ts";
import "./app/shell/tokens.css";
import "./app/shell/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition, useEffect } from "react";
import { queryClient } from "./app/query-client.ts";
import { router } from "./app/router.ts";
import { watchChunks } from "./app/start/chunks.ts";
import { awaitLateParts } from "./app/start/deferred.ts";
import { createRoot } from "./app/start/dom.ts";
import { handOver } from "./app/start/handover.ts";
import { restorePlaces } from "./app/start/scroll-restoration.ts";
import { announceUpdate, listenToWorker } from "./app/start/worker-updates.ts";
import { watchInstall } from "./features/install/public.ts";
import { startLocale, useLocale } from "./i18n/index.ts";
import { afterLoad } from "./lib/after-load.ts";
import { watchTyping } from "./lib/typing.ts";

restorePlaces(router);
listenToWorker();
watchInstall();
watchTyping();
watchChunks(announceUpdate);

// Long after the first paint: what was taken down leaves this device, what was done offline is sent.
afterLoad(
  () =>
    void import("./app/start/offline-tasks.ts").then(({ startOfflineTasks }) =>
      startOfflineTasks(queryClient),
    ),
  3_000,
);

/** A change of language renders everything anew. */
function App() {
  useEffect(() => {
    document.documentElement.dataset["app"] = "up"; // for app/worker.ts and public/watchdog.js: this is not the drawn screen
  }, []);
  return <RouterProvider key={useLocale()} router={router} />;
}

/** Lets the page's own bar stand before the long work of the first render. A page in the background is not painted. */
function firstPaint(): Promise<void> {
  if (document.visibilityState !== "visible") return Promise.resolve();
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
}

/** Not awaited at the top: a chunk that the language needs may import this one, and both would wait for each other. */
async function start(root: HTMLElement): Promise<void> {
  const drawn = document.getElementById("drawn");
  await Promise.all([startLocale(), drawn === null ? firstPaint() : firstAnswers()]);
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  );
  // In place of a drawn screen the app can be built in pieces, each short.
  if (drawn === null) {
    awaitLateParts();
    return createRoot(root).render(app);
  }
  handOver(root, drawn, awaitLateParts);
  startTransition(() => createRoot(root).render(app));
}

/** A screen that the server has drawn stays until the app has all that is on it; no longer than a failing answer takes to be worth telling. */
async function firstAnswers(): Promise<void> {
  await new Promise((done) => setTimeout(done)); // reading the app's code was long enough for one go
  const late = new Promise((done) => setTimeout(done, 3_000));
  const all = async () => {
    await router.load();
    await new Promise((done) => setTimeout(done));
    const waiting = queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.promise);
    await Promise.allSettled(waiting);
  };
  await Promise.race([all(), late]).catch(() => undefined);
}

const root = document.getElementById("root");
if (root !== null) void start(root);
