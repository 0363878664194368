/** The app opens offline, also after the browser has deleted what it opens from. */
import { expect, test } from "playwright/test";
import { interactive } from "../e2e/page.ts";
import { allScreens } from "../e2e/screens.ts";

test.use({ serviceWorkers: "allow" });

test("where the browser has deleted the caches, the next visit online restores them", async ({
  page,
  context,
}) => {
  await page.goto("/2257");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const paths = () =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        if (name.includes("precache"))
          for (const { url } of await (await caches.open(name)).keys()) found.push(url);
      return found.sort();
    });
  const before = await paths();
  expect(before.length).toBeGreaterThan(50);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  expect(await paths()).toEqual([]);
  await page.reload();
  await expect.poll(paths, { timeout: 30_000 }).toEqual(before);
  await context.setOffline(true);
  await page.goto("/artists", { waitUntil: "commit" });
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByText("You are offline").first()).toBeVisible();
});

test("the app's files come from the cache without the worker", async ({ page }) => {
  await page.goto("/2257");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await interactive(page);
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/assets/"))
      .map((entry) => Reflect.get(entry, "workerFinalSourceType") as unknown),
  );
  expect(sources.length).toBeGreaterThan(5);
  expect(new Set(sources)).toEqual(new Set(["cache"]));
});

test("offline every known address opens the app, never the browser's error", async ({ page, context }) => {
  test.setTimeout(240_000); // dozens of starts
  const screens = await allScreens(page);
  const addresses = [...screens.map(({ address }) => address), "/saved"];
  await page.goto("/2257"); // nothing of the lists is seen
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  const lane = async () => {
    const cold = await context.newPage();
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      await cold.goto(address, { waitUntil: "commit" });
      await expect(cold.getByRole("banner"), address).toBeVisible({ timeout: 30_000 });
      await expect(cold.getByRole("main").getByRole("heading").first(), address).toBeVisible();
      await expect(cold.getByText("You are offline").first(), address).toBeVisible();
    }
  };
  await Promise.all([lane(), lane()]); // each waits a while for the parts that come late
});
