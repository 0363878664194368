import { expect, test } from "playwright/test";

test("the first page does not wait for the whole list, and the whole list takes over", async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  await context.route(/\/api\/v1\/creators\?since=/, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const all = (await (await page.request.get("/api/v1/creators")).json()) as unknown[];
  await page.goto("/artists");
  await expect(page.locator("main article")).toHaveCount(Math.min(50, all.length));
  const names = await page.locator("main article h2, main article h3").allTextContents();
  expect(asked).toBe(1);
  // Words are looked for in the whole list alone.
  await page.getByRole("searchbox", { name: "Name" }).fill("lantern");
  await expect(page).toHaveURL(/q=lantern/);
  await expect(page.locator("main article")).toHaveCount(0);
  release();
  await expect(page.locator("main article").first()).toContainText(/lantern/i);
  await page.getByRole("searchbox", { name: "Name" }).fill("");
  await expect(page).toHaveURL(/\/artists$/);
  await expect.poll(() => page.locator("main article h2, main article h3").allTextContents()).toEqual(names);
  await context.close();
});

test("a list that does not come says so and can be asked for again", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await context.route(/\/api\/v1\/(creators|artists)\?/, (route) =>
    route.fulfill({ status: 500, json: { error: "Internal Server Error" } }),
  );
  await context.route(/\/api\/v1\/artists$/, (route) =>
    route.fulfill({ status: 500, json: { error: "Internal Server Error" } }),
  );
  await page.goto("/artists");
  await expect(page.getByRole("alert")).toContainText("Something went wrong on the server.", {
    timeout: 15_000, // after the retries
  });
  await context.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article")).not.toHaveCount(0);
  await context.close();
});
