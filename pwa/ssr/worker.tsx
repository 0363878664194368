/** A thread of the server: draws the screens that most visits begin with, as the app itself would draw them for someone new. */
import { drawing } from "./surroundings.ts";
import "../app/start/zod-setup.ts";
import { parentPort } from "node:worker_threads";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { queryClient } from "../app/query-client.ts";
import { router } from "../app/router.ts";
import { drawnHtml } from "../lib/ssr-html.ts";
import { ask } from "./answers.ts";
import { cleanHtml } from "./html.ts";

drawnHtml.clean = cleanHtml;

/** What to draw; `id` comes back with the drawing. */
export interface Order {
  id: number;
  path: string;
  base: string;
  isNarrow: boolean;
  metas: Record<string, string>;
}

export interface Drawing {
  id: number;
  /** Missing where there is nothing to draw: no such screen, or the API did not answer. */
  drawn?: { screen: string; html: string } | undefined;
}

async function draw({ path, base, isNarrow, metas }: Order): Promise<Drawing["drawn"]> {
  Object.assign(drawing, { base, isNarrow, metas });
  queryClient.clear();
  const screen = await ask(queryClient, path);
  if (screen === undefined) return undefined;
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false, // it would bring an inline script
  });
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // What the page's policy would refuse (and report) or the head brings already.
  return { screen, html: html.replace(/ style="[^"]*"/g, "").replace(/<link rel="preload"[^>]*>/g, "") };
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (order: Order) => {
  // One after the other: router and answers are the app's own, of which there is one.
  last = last
    .then(() => draw(order))
    .catch(() => undefined)
    .then((drawn) => parentPort?.postMessage({ id: order.id, drawn } satisfies Drawing));
});
