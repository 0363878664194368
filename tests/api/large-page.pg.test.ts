/** The built thread that renders first screens, with posts that are too large for one. */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Environment, RendererSetup, RenderReply, RenderRequest } from "#shared/rules/ssr.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const built = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
const environment: Environment = {
  locale: "en",
  width: "wide",
  savesData: false,
  choices: {},
  now: 0,
  random: 0,
};

let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
  const setup: RendererSetup = { manifest: built("pwa/.vite/manifest.json"), metas: {} };
  worker = new Worker(built("ssr/worker.js"), { workerData: setup });
  await once(worker, "message");
});
afterAll(async () => {
  await worker.terminate();
  await server[Symbol.asyncDispose]();
});

/** @returns the screen, and the milliseconds in which the thread was busy with it */
async function render(id: number, content: string) {
  await buildPost(server.sql, { id: `${id}`, content });
  const before = worker.performance.eventLoopUtilization();
  const path = `/patreon/user/1/post/${id}`;
  worker.postMessage({ id, path, origin: server.url, environment } satisfies RenderRequest);
  const [{ page }] = (await once(worker, "message")) as [RenderReply];
  return { html: page?.html, busy: worker.performance.eventLoopUtilization(before).active };
}

test("a page over 256 KiB goes out without its screen, counted in bytes", async () => {
  // The text is twice in the answer and once in the screen.
  expect((await render(1, `<p>${"語".repeat(25_000)}</p>`)).html).toContain("語");
  expect((await render(2, `<p>${"語".repeat(30_000)}</p>`)).html).toBeUndefined();
  expect((await render(3, `<p>${"x".repeat(50_000)}</p>`)).html).toContain("x");
});

test("a text of megabytes is not sanitized for a page that goes out without its screen anyway", async () => {
  const markup = "<p><b>x</b></p>".repeat(300_000);
  const plain = await render(4, "x".repeat(markup.length)); // has to be received as well
  const { html, busy } = await render(5, markup);
  expect(html).toBeUndefined();
  // Sanitizing alone takes several times as long, on a busy machine as elsewhere.
  expect(busy).toBeLessThan(Math.max(2_000, 10 * plain.busy));
});
