/** Tests caching of rendered pages, and pages sent without a rendered screen. The threads here count their requests. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Koa from "koa";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Changes } from "../db/changes.ts";
import { Renderer } from "./ssr.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ssr-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let latest: number | undefined = 1;
const ofTopics = new Map<string, number>();
const changes: Changes = {
  version: (...topics) =>
    latest === undefined || topics.length === 0
      ? latest
      : Math.max(1, ...topics.map((topic) => ofTopics.get(topic) ?? 0)),
  close: async () => {},
};
const change = (topic: string) => {
  latest = (latest ?? 0) + 1;
  ofTopics.set(topic, latest);
};

/**
 * Starts a server that responds with the thread's render: path, language, width, theme and number of the render.
 * @param reply of the thread to `request`, with `count` renders of the same path so far; `later` sends once `release`
 * was called
 * @param maxWait long enough for a busy machine, except where a request must not wait for its render
 */
async function serve(name: string, reply = "setTimeout(() => send(html), 20)", maxWait = 60_000) {
  const file = join(folder, `${name}.mjs`);
  const gate = join(folder, `${name}.released`);
  await writeFile(
    file,
    `import { existsSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     const counts = {};
     parentPort.on("message", (request) => {
       const { id, path, environment: { locale, width, choices } } = request;
       const count = (counts[path] = (counts[path] ?? 0) + 1);
       const html = [path, locale, width, choices.theme ?? "system", count].join(" ");
       const send = (html) => parentPort.postMessage({ id, page: html && { locale, head: "", styles: "", html, data: "", topics: ["posts"] } });
       const later = (html) => existsSync(${JSON.stringify(gate)}) ? send(html) : setTimeout(later, 10, html);
       ${reply};
     });
     parentPort.postMessage({ choices: ["theme"], skips: ["mutes"], routes: [] });`,
  );
  const renderer = new Renderer(file, { manifest: "", metas: {} }, changes, { maxWait, restartDelay: 50 });
  const app = new Koa().use(async (ctx) => {
    ctx.body = (await renderer.render(ctx))?.html ?? "none";
  });
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.unref();
  const get = async (path: string, headers = {}) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-language": "en", ...headers } })
    ).text();
  return {
    get,
    isReady: () => expect.poll(() => get("/ready")).not.toBe("none"),
    release: () => writeFile(gate, ""),
  };
}

test("requests at once share a render, and so do those after them until one of its topics changes", async () => {
  const { get, isReady } = await serve("shared");
  await isReady();
  const first = "/posts en wide system 1";
  expect(await Promise.all([get("/posts"), get("/posts"), get("/posts")])).toEqual(Array(3).fill(first));
  change("dms");
  expect(await get("/posts")).toBe(first);
  change("posts"); // such as a takedown
  expect(await get("/posts")).toBe("/posts en wide system 2");
});

test("nothing is used again while changes may be missed", async () => {
  const { get, isReady } = await serve("uninformed");
  await isReady();
  latest = undefined;
  expect(await get("/posts")).toBe("/posts en wide system 1");
  expect(await get("/posts")).toBe("/posts en wide system 2");
  latest = 100;
});

const VISITORS = [
  ["a phone, by its hint", { "sec-ch-ua-mobile": "?1" }, "en narrow system"],
  ["a phone, by its name", { "user-agent": "Mozilla/5.0 (Android 14; Mobile)" }, "en narrow system"],
  ["the width of its cookie", { cookie: "window=medium", "sec-ch-ua-mobile": "?1" }, "en medium system"],
  ["its first known language", { "accept-language": "fr, ja;q=0.8, en;q=0.5" }, "ja wide system"],
  ["its chosen language", { cookie: "locale=zh-Hans", "accept-language": "ja" }, "zh-Hans wide system"],
  ["its chosen theme", { cookie: "a=1; theme=dark" }, "en wide dark"],
  ["no choice of absurd length", { cookie: `theme=${"x".repeat(600)}` }, "en wide system"],
  ["no language there is not", { cookie: "locale=__proto__" }, "en wide system"],
] as const;
test.each(VISITORS)("a page is rendered for %s", async (_, headers, expected) => {
  const { get, isReady } = await serve(`visitor ${expected}`);
  await isReady();
  expect(await get("/posts", headers)).toBe(`/posts ${expected} 1`);
});

const WITHOUT = [
  ["a search", "/posts?q=a", {}],
  ["who asks for it", "/posts", { cookie: "a=1; ssr=0" }],
  ["content hidden on the device", "/posts", { cookie: "mutes=1" }],
] as const;
test.each(WITHOUT)("a page goes out without its screen for %s", async (name, path, headers) => {
  const { get, isReady } = await serve(name);
  await isReady();
  expect(await get(path, headers)).toBe("none");
});

test("a page does not wait for long; what comes too late serves the next", async () => {
  const reply = 'path === "/posts" ? later(html) : send(html)';
  const { get, isReady, release } = await serve("slow", reply, 400);
  await isReady();
  expect(await get("/posts")).toBe("none");
  await release();
  await expect.poll(() => get("/posts")).toBe("/posts en wide system 1");
});

test("a crowd at many addresses is not rendered as a whole", async () => {
  const reply =
    "const all = (globalThis.all = (globalThis.all ?? 0) + 1); (path.startsWith('/fanbox') ? later : send)(html + all)";
  const { get, isReady, release } = await serve("crowd", reply, 400);
  await isReady();
  await Promise.all(Array.from({ length: 20 }, (_, at) => get(`/fanbox/user/${at}`)));
  await release();
  const rendered = async () =>
    Number((await get("/all")).slice("/all en wide system 1".length) || Number.NaN);
  await expect.poll(rendered).toBeGreaterThan(1);
  expect(await rendered()).toBeLessThanOrEqual(10);
});

test("a screen that is left to the browser is asked for once", async () => {
  const { get, isReady } = await serve("left", 'send(path === "/posts" && count === 1 ? undefined : html)');
  await isReady();
  expect(await get("/posts")).toBe("none");
  expect(await get("/posts")).toBe("none");
});

test("a thread that dies answers nobody, and another one takes its place", async () => {
  const { get, isReady } = await serve("dying", 'if (path === "/die") throw new Error("dead"); send(html)');
  await isReady();
  expect(await get("/die")).toBe("none");
  await expect.poll(() => get("/posts")).toBe("/posts en wide system 1");
});

test("a thread that hoards memory ends before the machine has none, and another one takes its place", async () => {
  const reply =
    "if (path === '/hoard') for (const all = []; ; ) all.push(Array.from({ length: 1_000 }, (_, at) => at)); send(html)";
  const { get, isReady } = await serve("hoarding", reply);
  await isReady();
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  expect(await get("/hoard")).toBe("none");
  await expect.poll(() => get("/posts")).toBe("/posts en wide system 1");
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(400 * 1024 ** 2);
});

test("the bytes of all cached pages are bounded", async () => {
  const { get, isReady } = await serve("large", 'send(html + " " + "x".repeat(250_000))');
  await isReady();
  await get("/posts");
  for (let at = 0; at < 80; at++) await get(`/fanbox/user/${at}`);
  expect(await get("/posts")).toContain("/posts en wide system 2 "); // evicted by the others
});
