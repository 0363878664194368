/** Failures that pass with time. */
import { expect, type Page, test } from "playwright/test";

/** Answers the list of posts with a failure while it is on; gives what was asked. */
async function failWith(page: Page, status: number, headers: Record<string, string> = {}) {
  const state = { isDown: true, asked: 0 };
  await page.route(
    (url) => url.pathname === "/api/v1/posts",
    async (route) => {
      state.asked++;
      if (!state.isDown) return route.continue();
      await route.fulfill({ status, headers, json: { error: "Not now." } });
    },
  );
  return state;
}

test("429 with a pause: a countdown, one request more by itself, and no storm", async ({ page, context }) => {
  await page.clock.install();
  const posts = await failWith(page, 429, { "retry-after": "10" });
  await page.goto("/posts");
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "The server is busy" })).toBeVisible();
  await expect(alert).toContainText("Too many requests.");
  const ticking = alert.locator("[aria-hidden=true]", { hasText: "seconds" });
  await expect(ticking).toHaveText(/in (10|9) seconds/);
  expect(posts.asked).toBe(1);
  await page.clock.runFor(5_000);
  await expect(ticking).toHaveText(/in [45] seconds/);
  await expect(alert.locator(".sr-only")).toHaveText(/in 10 seconds/); // said once

  // Nothing else asks meanwhile: other tabs, other pages, a link that is pointed at.
  const other = await context.newPage();
  await other.bringToFront();
  await page.bringToFront();
  await page.getByRole("link", { name: "Posts", exact: true }).first().hover();
  expect(posts.asked).toBe(1);
  await page.clock.runFor(6_000);
  await expect.poll(() => posts.asked).toBe(2);
  await expect(alert.getByRole("heading", { name: "The server is busy" })).toBeVisible();
  await expect(ticking).toHaveCount(0);
  await page.clock.runFor(60_000);
  expect(posts.asked).toBe(2);

  posts.isDown = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
  expect(posts.asked).toBe(3);
});

test("the one repetition by itself is enough when the server is back", async ({ page }) => {
  await page.clock.install();
  const posts = await failWith(page, 503, { "retry-after": "3" });
  await page.goto("/posts");
  await expect(page.getByRole("alert")).toContainText(
    "The server is down for maintenance or unavailable. Try again later.",
  );
  posts.isDown = false;
  await page.clock.runFor(4_000);
  await expect(page.locator("main article").first()).toBeVisible();
  expect(posts.asked).toBe(2);
});

test("the visitor need not wait", async ({ page }) => {
  const posts = await failWith(page, 429, { "retry-after": "600" });
  await page.goto("/posts");
  await expect(page.getByRole("alert")).toContainText("Too many requests.");
  posts.isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
  expect(posts.asked).toBe(2);
});

test("an answer that never comes is said after a while, and asked for once more", async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  await page.route(
    (url) => url.pathname === "/api/v1/posts",
    () => {
      asked++; // and no answer
    },
  );
  await page.goto("/posts");
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByRole("alert")).toContainText("The server took too long to respond.", {
    timeout: 20_000,
  });
  await expect(page.getByRole("alert")).toContainText(/Retrying in \d+ seconds/);
  await page.clock.runFor(11_000);
  await expect.poll(() => asked).toBe(2);
  await page.unrouteAll();
});

test("what is on the screen stays when asking for it anew fails", async ({ page }) => {
  const posts = await failWith(page, 503);
  posts.isDown = false;
  await page.goto("/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  posts.isDown = true;
  await page.clock.setFixedTime(Date.now() + 10 * 60_000); // old enough to be asked for again
  await page.getByRole("link", { name: "Creators", exact: true }).first().click();
  await expect(page).toHaveURL(/\/artists$/);
  const before = posts.asked;
  await page.getByRole("link", { name: "Posts", exact: true }).first().click();
  await expect.poll(() => posts.asked).toBeGreaterThan(before);
  await expect(page.locator("main article").first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("pictures that do not load leave a calm place, and come when the connection is back", async ({
  page,
  context,
}) => {
  await page.route("**/thumbnail/**", (route) => route.abort());
  await page.goto("/posts");
  const picture = page.locator("main article img").first();
  await expect(picture).toBeHidden();
  await page.unroute("**/thumbnail/**");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
