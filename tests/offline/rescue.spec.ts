/** Tests the recovery when the app itself fails: the watchdog, the way back from a faulty worker, nothing false stored. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { deploy } from "#tests/support/deployed.ts";
import { deferredPartsLoaded } from "../e2e/page.ts";

test.use({ serviceWorkers: "allow" });

/** Timeout in pwa/public/watchdog.js. */
const WATCHDOG_MS = 8_000;

/** Something saved on purpose: it outlives every way out. */
const keepSomething = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const asked = indexedDB.open("precious", 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore("things").put("here", "thing");
        asked.onsuccess = () => resolve(asked.result.close());
        asked.onerror = () => reject(asked.error);
      }),
  );
/** Replaces the stored app's main script by one that fails. */
const breakStoredApp = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/main-.*\.js/.test(request.url))
          await cache.put(
            request,
            new Response("throw new Error('broken')", { headers: { "content-type": "text/javascript" } }),
          );
    }
  });
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
const kept = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }));

test("the panel goes by itself when a slow app comes after all", async ({ page }) => {
  await using site = await deploy();
  const [main] = (await readdir(join(site.pwa, "assets"))).filter((name) => /^main-.*\.js$/.test(name));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/assets/${main}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.addInitScript(() =>
    document.addEventListener(
      "load",
      ({ target }) => {
        if (target instanceof HTMLScriptElement && target.src.endsWith("/watchdog.js"))
          document.documentElement.dataset["watched"] = "";
      },
      true,
    ),
  );
  await page.goto(`${site.url}/contact`, { waitUntil: "commit" });
  await expect(page.locator("html[data-watched]")).toHaveCount(1);
  await page.clock.fastForward(WATCHDOG_MS);
  await expect(page.locator("#watchdog")).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await expect(page.locator("#watchdog")).toHaveCount(0);
});

test("with SERVICE_WORKER=0 the worker goes: a working page is asked, one whose app never came up is reloaded", async ({
  page,
  context,
}) => {
  test.setTimeout(600_000); // where Chromium loses track of the worker, five minutes of it
  await using site = await deploy();
  // Typed where nothing is asked of the worker: Chromium can lose track of one that is asked while it ends.
  await page.goto(`${site.url}/authentication/login`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const username = page.getByRole("main").getByLabel("Username");
  await username.fill("half a name");
  await keepSomething(page);
  await breakStoredApp(page);
  const dead = await context.newPage();
  await dead.goto(`${site.url}/2257`);
  await dead.bringToFront();
  await expect(dead.locator("#watchdog")).toBeVisible();
  await expect(dead.getByRole("heading", { level: 1 })).toHaveCount(0);
  site.configure({ worker: false });
  expect((await page.request.get(`${site.url}/sw.js`)).headers()["cache-control"]).toBe("no-cache");
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
  // Where it did lose track, it replaces the worker after five minutes.
  await expect(dead.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 400_000 });
  await dead.close();
  await expect(page.getByText("A new version is available.")).toBeVisible();
  await expect(username).toHaveValue("half a name");
  await page.evaluate(() => Object.assign(globalThis, { mark: "old" }));
  await page.getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => !("mark" in globalThis)); // it reloads
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ workers: 0, caches: 0 });
  expect(await databases(page)).toContain("precious");
  const before = site.asked.filter((path) => path === "/sw.js").length;
  await page.reload();
  await deferredPartsLoaded(page); // what would register it comes with them
  expect(site.asked.filter((path) => path === "/sw.js").length).toBe(before); // nothing comes back
  site.configure({});
  await page.reload();
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
});

test("a page in place of a script is never stored; an app that does not start offers Reset, which keeps what was saved", async ({
  page,
  context,
}) => {
  await using site = await deploy();
  // The worker fetches its files from the last name to the first; the page does not need this one.
  const script = (await readdir(join(site.pwa, "assets"))).find((name) => /^zip\.worker-.*\.js$/.test(name));
  const stored = () =>
    page.evaluate(async () => {
      const odd: string[] = [];
      let scripts = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const { pathname } = new URL(request.url);
          const answer = await cache.match(request);
          const type = answer?.headers.get("content-type") ?? "";
          if (pathname.endsWith(".js")) scripts++;
          if (type.startsWith("text/html") !== (pathname === "/index.html")) odd.push(pathname);
          if (answer?.type === "opaque") odd.push(`opaque ${request.url}`);
        }
      }
      return { odd, scripts };
    });
  // A hotel's network: everything is its page, with status 200.
  site.answers.set(`/assets/${script}`, (ctx) => {
    ctx.type = "html";
    ctx.body = "<!doctype html><title>Room 12</title>";
  });
  await page.goto(`${site.url}/posts`);
  await expect.poll(() => site.asked.includes(`/assets/${script}`)).toBe(true);
  // The failed installation leaves no worker.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
    .toBe(true);
  site.answers.clear();
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.locator("main article img").first()).toBeAttached();
  const { odd, scripts } = await stored();
  expect(odd).toEqual([]);
  expect(scripts).toBeGreaterThan(10);
  await writeFile(join(site.pwa, "assets/here-1.js"), "export {};");
  expect((await page.request.get(`${site.url}/assets/here-1.js`)).status()).toBe(200);
  const missing = await page.request.get(`${site.url}/assets/gone-1.js`);
  expect(missing.status()).toBe(404);
  expect(missing.headers()["content-type"]).not.toContain("text/html");

  await keepSomething(page);
  await breakStoredApp(page);
  // The clock stands still, else a slow page is overdue before anybody looks.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.reload();
  const panel = page.locator("#watchdog");
  await expect(panel).toBeHidden();
  await page.clock.fastForward(WATCHDOG_MS);
  await expect(panel).toBeVisible();
  await page.clock.resume();
  await expect(panel).toContainText("The app has not started yet");
  await context.setOffline(true);
  await expect(panel).toContainText("You are offline");
  await expect(panel.getByRole("button")).toHaveText(["Try again"]);
  await context.setOffline(false);
  await panel.getByRole("button", { name: "Reset" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
  expect(await databases(page)).toContain("precious");
});
