import "./app/zod-setup.ts";
import "./app/tokens.css";
import "./app/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { watchChunks } from "./app/chunks.ts";
import { createRoot } from "./app/dom.ts";
import { restorePlaces } from "./app/focus.ts";
import { awaitLateParts } from "./app/late.ts";
import { queryClient } from "./app/query-client.ts";
import { refreshOnResume } from "./app/resume.ts";
import { router } from "./app/router.ts";
import { announceUpdate, listenToWorker } from "./app/worker.ts";
import { watchInstall } from "./features/install/public.ts";
import { startLocale, useLocale } from "./i18n/index.ts";
import { afterLoad } from "./lib/after-load.ts";
import { watchTyping } from "./lib/typing.ts";

restorePlaces(router);
listenToWorker();
awaitLateParts();
refreshOnResume(queryClient);
watchInstall();
watchTyping();
watchChunks(announceUpdate);

// Long after the first paint: what was taken down leaves this device, what was done without a line is sent.
afterLoad(() => void import("./app/device.ts").then(({ startDevice }) => startDevice(queryClient)), 3_000);

/** A change of language renders everything anew. */
function App() {
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
  await Promise.all([startLocale(), firstPaint()]);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root !== null) void start(root);
