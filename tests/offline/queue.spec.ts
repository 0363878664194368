/**
 * Actions made offline. The queue's own code is put into the page, and a server stands in for the favorites API, which
 * can fail and refuse; favorites of an account are in account.spec.ts.
 */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Context } from "koa";
import { expect, type Page } from "playwright/test";
import { type Deployed, deploy } from "#tests/support/deployed.ts";
import { test as base } from "./installed.ts";

/** One address for all tests of a worker, so that the app is installed there once. */
const test = base.extend<object, { site: Deployed }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      await using site = await deploy();
      site.answers.set("/livez", (ctx) => {
        ctx.body = "ok"; // a page without the app, as the archive's is
      });
      await use(site);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});
test.describe.configure({ mode: "default" }); // one after another, on the shared address

const SOURCE = fileURLToPath(new URL("../../pwa/offline/queue/queue.ts", import.meta.url));
let code = "";
test.beforeAll(async () => {
  const made = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "queue",
  });
  code = made.outputFiles[0]?.text ?? "";
});

interface Sent {
  method: string;
  post: string;
  key: string;
}

/** The favorites API: idempotent, and every request written down. */
function favorites(site: Deployed) {
  const sent: Sent[] = [];
  const held = new Set<string>();
  let status = 200;
  /** Seconds that the next request is asked to wait. */
  let retryAfter: string | undefined;
  site.api.answer = (ctx: Context) => {
    const post = /^\/api\/v1\/favorites\/post\/(.+)$/.exec(ctx.path)?.[1];
    if (post === undefined) return false;
    sent.push({ method: ctx.method, post, key: ctx.get("idempotency-key") });
    ctx.status = post.endsWith("/gone") ? 404 : retryAfter === undefined ? status : 429;
    if (ctx.status === 200 && ctx.method === "POST") held.add(post);
    if (ctx.status === 200 && ctx.method === "DELETE") held.delete(post);
    if (retryAfter !== undefined) ctx.set("retry-after", retryAfter);
    retryAfter = undefined;
    ctx.body = "";
    return true;
  };
  const fail = (next: number) => {
    status = next;
  };
  const askToWait = (seconds: string) => {
    retryAfter = seconds;
  };
  return { sent, held, fail, askToWait };
}

async function open(page: Page, site: Deployed): Promise<void> {
  await page.goto(`${site.url}/settings`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(`${code};globalThis.queue = queue`);
}

const favorite = (page: Page, method: "POST" | "DELETE", post: string) =>
  page.evaluate(
    ([verb, name]) =>
      (Reflect.get(globalThis, "queue") as { enqueue: (actions: object[]) => Promise<void> }).enqueue([
        { target: `favorite/${name}`, method: verb, address: `/v1/favorites/post/${name}` },
      ]),
    [method, post] as const,
  );

const waiting = (page: Page) => page.getByRole("region", { name: "Waiting to be sent" });

test("offline changes are sent once each, in order, as their net result", async ({ page, context, site }) => {
  const server = favorites(site);
  server.held.add("fanbox/1/9");
  await open(page, site);
  const other = await context.newPage();
  await open(other, site); // a second tab has the same queue
  // Here the app itself sends: on the line's return and at the start.
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync"));
  await context.setOffline(true);
  for (const id of ["1", "2", "3"]) await favorite(page, "POST", `fanbox/1/${id}`);
  await favorite(page, "DELETE", "fanbox/1/2");
  await favorite(page, "DELETE", "fanbox/1/9");
  await expect(waiting(page)).toContainText("4 actions are waiting.");
  await page.reload();
  await expect(waiting(page)).toContainText("4 actions are waiting.");
  expect(server.sent).toEqual([]);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(waiting(other)).toHaveCount(0);
  expect(server.sent.map(({ method, post }) => `${method} ${post}`)).toEqual([
    "POST fanbox/1/1",
    "POST fanbox/1/3",
    "DELETE fanbox/1/2",
    "DELETE fanbox/1/9",
  ]);
  expect([...server.held].sort()).toEqual(["fanbox/1/1", "fanbox/1/3"]);
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(4);
});

test("a failed change stays and is sent at the next start, a refused one is shown", async ({
  page,
  site,
}) => {
  const server = favorites(site);
  await open(page, site);
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync"));
  server.fail(503);
  await favorite(page, "POST", "fanbox/1/1");
  // Some seconds after its start the app itself sends, too.
  await expect.poll(() => server.sent.length).toBeGreaterThan(0);
  const before = server.sent.length;
  await favorite(page, "POST", "fanbox/1/gone");
  await expect.poll(() => server.sent.length).toBeGreaterThan(before); // the first again; what comes after it waits
  await expect(waiting(page)).toContainText("2 actions are waiting.");
  expect(server.sent.filter(({ post }) => post === "fanbox/1/gone")).toEqual([]);
  server.fail(200);
  await page.reload();
  await expect(waiting(page)).toContainText("Couldn't be sent");
  await expect(waiting(page)).toContainText("Nothing is waiting.");
  await expect(waiting(page)).toContainText("404");
  expect([...server.held]).toEqual(["fanbox/1/1"]);
  const again = server.sent.filter(({ post }) => post === "fanbox/1/1");
  expect(again.length).toBeGreaterThan(2);
  expect(new Set(again.map(({ key }) => key)).size).toBe(1); // the server can know that it is the same
  await waiting(page).getByRole("button", { name: "Discard" }).click();
  await expect(waiting(page)).toHaveCount(0);
});

test("if the server asks to wait, the remaining changes are sent after that time", async ({ page, site }) => {
  const server = favorites(site);
  await open(page, site);
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync"));
  server.askToWait("2");
  await favorite(page, "POST", "fanbox/1/1");
  await expect.poll(() => [...server.held]).toEqual(["fanbox/1/1"]);
  await expect(waiting(page)).toHaveCount(0);
  expect(server.sent.length).toBe(2);
});

test("with every tab of the app closed the worker sends", async ({ page, context, site }) => {
  const server = favorites(site);
  await open(page, site);
  await context.setOffline(true);
  await favorite(page, "POST", "fanbox/1/1");
  await favorite(page, "POST", "fanbox/1/2");
  const control = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const versions: { registrationId: string; status: string }[] = [];
  cdp.on("ServiceWorker.workerVersionUpdated", (event) => versions.push(...event.versions));
  await cdp.send("ServiceWorker.enable");
  await expect.poll(() => versions.some(({ status }) => status === "activated")).toBe(true);
  const registrationId = versions.find(({ status }) => status === "activated")?.registrationId ?? "";
  // The app is left; its page stays only as what the commands of the browser go through.
  await page.goto("about:blank");
  expect(server.sent).toEqual([]);
  await context.setOffline(false);
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.dispatchSyncEvent", {
    origin: site.url,
    registrationId,
    tag: "queue",
    lastChance: false,
  });
  await expect.poll(() => [...server.held].sort()).toEqual(["fanbox/1/1", "fanbox/1/2"]);
  await control.goto(`${site.url}/settings`);
  await expect(control.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(waiting(control)).toHaveCount(0);
  expect(server.sent.length).toBe(2);
});
