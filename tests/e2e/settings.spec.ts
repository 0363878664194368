/** Tests the settings that need the built app and the server; the rest is in pwa/features/settings. */
import { expect, type Page, type Request, test } from "playwright/test";
import { watchConsole } from "./page.ts";

const columns = (page: Page) =>
  page
    .locator("main ul:has(> li > article)")
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length);

test("a chosen card size is there at the first paint: nothing moves", async ({ page, context, isMobile }) => {
  const faults = watchConsole(page);
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
      document.documentElement.dataset["shift"] = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await context.addCookies([{ name: "thumbSize", value: "300", url: test.info().project.use.baseURL ?? "" }]);
  await page.goto("/posts");
  await expect(page.locator("main article")).toHaveCount(50);
  expect(await columns(page)).toBe(isMobile ? 1 : 3);
  await page.waitForLoadState("networkidle");
  const shift = await page.evaluate(() => document.documentElement.dataset["shift"] ?? "0");
  expect(Number(shift)).toBeLessThan(0.1);
  expect(faults).toEqual([]);
});

/** Imitates a browser in Lite mode: it sends `Save-Data: on` and reports it to pages. */
async function asLite(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
}

test("a browser that saves data gets fifty cards for less than 500 kB", async ({ page }) => {
  await asLite(page);
  const finished: Request[] = [];
  page.on("requestfinished", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|thumbnail|data|icons|banners)\//.test(pathname)) finished.push(request);
  });
  await page.goto("/posts");
  const cards = page.locator("main article");
  await expect(cards).toHaveCount(50);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    for (const picture of await card.locator("img").all())
      await expect(picture).toHaveJSProperty("complete", true);
  }
  await cards.nth(20).getByRole("link").first().hover();
  await page.waitForLoadState("networkidle");
  const counted = [...finished];
  const asked = counted
    .map((request) => new URL(request.url()))
    .map(({ pathname, search }) => pathname + search);
  const sizes = await Promise.all(counted.map((request) => request.sizes()));
  const sum = sizes.reduce((total, size) => total + size.responseBodySize, 0);
  expect(asked.filter((address) => address.startsWith("/thumbnail")).length).toBeGreaterThan(20);
  expect(asked.filter((address) => address.startsWith("/thumbnail") && !address.endsWith("?w=180"))).toEqual(
    [],
  );
  expect(
    asked.filter((address) => /\/post\/|^\/data/.test(address)),
    "nothing ahead",
  ).toEqual([]);
  expect(sum).toBeLessThan(500_000);
});
