/** New versions: a really different build takes the place of the one that pages are open of. */
import { rm } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import { type Deployed, deploy } from "#tests/support/deployed.ts";
import { visit as visitScreen } from "../e2e/page.ts";
import { allScreens } from "../e2e/screens.ts";

test.use({ serviceWorkers: "allow" });

declare global {
  var looks: number;
}

const toast = (page: Page) => page.getByText("A new version is available.");
const mark = (page: Page) => page.evaluate(() => Reflect.get(globalThis, "mark") as unknown);

async function openOld(page: Page, site: Deployed): Promise<void> {
  await page.goto(`${site.url}/contact`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { mark: "old" }));
}

/** By the router, as a link does. A page that reloads itself under it is asked again. */
const visit = (page: Page, path: string) =>
  expect(() => page.evaluate((to) => history.pushState({}, "", to), path)).toPass();

test("a new version is offered, the form keeps its text, and old tabs open every screen", async ({
  page,
  context,
}) => {
  test.setTimeout(600_000); // the app is built in the middle of it, which takes minutes on a full machine
  await using site = await deploy();
  const places = await allScreens(page);
  const old = await context.newPage();
  const chunkless = await context.newPage();
  const typing = await context.newPage();
  for (const one of [page, old, chunkless, typing]) await openOld(one, site);
  const box = page.getByRole("combobox").first();
  await box.fill("half a tho");
  await site.deployNext("Rookery");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))); // what coming back does
  await expect(toast(page)).toBeVisible(); // the worker fetches all files first
  await expect(box).toHaveValue("half a tho");
  expect(await mark(page)).toBe("old");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("link", { name: /Rookery/ }).first()).toBeVisible();
  expect(await mark(page)).toBeUndefined();

  // The other tabs are not reloaded by themselves, and still find the parts of their own version.
  expect(await mark(old)).toBe("old");
  const failed: string[] = [];
  for (const { name, address } of places) {
    await visitScreen(old, address);
    await expect(old.getByRole("heading").first()).toBeVisible();
    await expect(old.locator("main [aria-busy=true]")).toHaveCount(0);
    if ((await old.getByText("Part of the app didn't load").count()) > 0) failed.push(name);
  }
  expect(failed).toEqual([]);
  expect(await mark(old)).toBe("old");

  // After 14 days they do not: a page is reloaded once, one with something typed asks first.
  await rm(site.earlier, { recursive: true });
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  const missingPart = { name: "Part of the app didn't load" };
  await typing.getByRole("combobox").first().fill("not sent yet");
  await expect(typing.getByRole("search").locator("..").getByRole("heading", missingPart)).toBeVisible();
  await visit(typing, "/dms");
  await expect(typing.getByRole("main").getByRole("heading", missingPart)).toBeVisible();
  await expect(typing.getByRole("combobox").first()).toHaveValue("not sent yet");
  expect(await mark(typing)).toBe("old");
  await visit(chunkless, "/dms");
  await expect(chunkless.getByRole("link", { name: /Rookery/ }).first()).toBeVisible();
  await expect(chunkless).toHaveURL(`${site.url}/dms`);
  expect(await mark(chunkless)).toBeUndefined();
});

test("the app looks for a new version every hour and on coming back, but not offline", async ({ page }) => {
  await using site = await deploy();
  // A look while another is under way joins it in the browser: calls are counted, not requests.
  await page.addInitScript(() => {
    const update = ServiceWorkerRegistration.prototype.update;
    globalThis.looks = 0;
    ServiceWorkerRegistration.prototype.update = function () {
      globalThis.looks += 1;
      return update.call(this);
    };
  });
  const looks = () => page.evaluate(() => globalThis.looks);
  const asked = () => site.asked.filter((path) => path === "/sw.js").length;
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.install();
  // One that stores nothing, as this is not about its files.
  site.answers.set("/sw.js", (ctx) => {
    ctx.type = "js";
    ctx.body = "";
  });
  await page.goto(`${site.url}/contact`);
  // From now on coming back is a look, as the worker is registered.
  await expect
    .poll(async () => {
      await comeBack();
      return looks();
    })
    .toBeGreaterThan(0);
  await page.evaluate(async () => {
    // The browser joins an update with one that still runs, and asks the server once for both.
    await (await navigator.serviceWorker.getRegistration())?.update();
    globalThis.looks = 0;
  });
  const before = asked();
  await page.clock.fastForward("01:00:01");
  expect(await looks()).toBe(1);
  await expect.poll(asked).toBeGreaterThan(before);
  await comeBack();
  expect(await looks()).toBe(2);
  await page.evaluate(() =>
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false }),
  );
  await comeBack();
  await page.clock.fastForward("03:00:01");
  expect(await looks()).toBe(2);
  await page.evaluate(() => Reflect.deleteProperty(navigator, "onLine"));
  await comeBack();
  expect(await looks()).toBe(3);
  site.answers.clear();
  const answer = await page.request.get(`${site.url}/sw.js`);
  expect(answer.headers()["cache-control"]).toBe("no-cache");
});
