/** The app opens offline, also after the browser has deleted what it opens from. */
import { expect } from "playwright/test";
import { interactive, visit } from "../e2e/page.ts";
import { allScreens } from "../e2e/screens.ts";
import { loadOffline, withWorker } from "./device.ts";
import { test } from "./installed.ts";

test("the app's files come from the cache; where the browser has deleted them, the next visit online restores them", async ({
  page,
  context,
}) => {
  await withWorker(page, "/2257");
  await interactive(page);
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/assets/"))
      .map((entry) => Reflect.get(entry, "workerFinalSourceType") as unknown),
  );
  expect(sources.length).toBeGreaterThan(5);
  expect(new Set(sources)).toEqual(new Set(["cache"]));

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
  // The page asks the worker a second after its start to restore them: what is gone may be back at any moment.
  const deleted = await page.evaluate(async () => {
    const names = await caches.keys();
    return await Promise.all(names.map(async (name) => ((await caches.delete(name)) ? name : "")));
  });
  expect(deleted.join()).toContain("precache");
  await page.reload();
  await expect.poll(paths).toEqual(before);
  await context.setOffline(true);
  await loadOffline(page, "/artists");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByText("You are offline").first()).toBeVisible();
});

test("offline every screen opens and says so, never the browser's error", async ({ page, context }) => {
  const screens = await allScreens(page);
  await withWorker(page, "/2257"); // nothing of the lists is seen
  await context.setOffline(true);
  // Which addresses open the app is in sw/routes.test.ts: these stand for all, the others are gone to within the app.
  const cold = ["/", "/posts?q=zzzzqqqqxxxx", "/nowhere/at/all"];
  for (const address of [...cold, ...screens.map((screen) => screen.address), "/saved"]) {
    if (cold.includes(address)) await loadOffline(page, address);
    else await visit(page, address);
    await expect(page.getByRole("banner"), address).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading").first(), address).toBeVisible();
    await expect(page.getByText("You are offline").first(), address).toBeVisible();
  }
});
