/** The app opens offline. */
import { expect, test } from "playwright/test";
import { allScreens } from "../e2e/screens.ts";

test.use({ serviceWorkers: "allow" });

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
