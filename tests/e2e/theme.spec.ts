import { expect, test } from "playwright/test";

/** A worker would hand out the stored app, and the app is held back here. */
/** The canvas color at the first frame, before the app's script has run. */
const background = () => getComputedStyle(document.documentElement).backgroundColor;
const PAPER_LIGHT = "rgb(247, 241, 230)";
const PAPER_DARK = "rgb(23, 19, 30)";

test("a chosen dark theme is there at the first paint, on a system that prefers light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  expect(await page.evaluate(background)).toBe(PAPER_LIGHT);
  await page.getByRole("button", { name: "Theme: system" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await expect(page.getByRole("button", { name: "Theme: dark" })).toBeVisible();
  await page.route("**/assets/*.js", () => {}); // the app itself never starts: what is seen is the page before it
  await page.goto("/", { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(background)).toBe(PAPER_DARK);
  await expect(page.locator("#root")).toBeEmpty();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
});

test("black is black at the first paint, and one more press gives the choice back to the system", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  for (const theme of ["system", "light", "dark"])
    await page.getByRole("button", { name: `Theme: ${theme}` }).click();
  expect(await page.evaluate(background)).toBe("rgb(0, 0, 0)");
  await page.route("**/assets/*.js", () => {});
  await page.goto("/", { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(background)).toBe("rgb(0, 0, 0)");
  await page.unroute("**/assets/*.js");
  await page.goto("/");
  await page.getByRole("button", { name: "Theme: black" }).click();
  await expect(page.getByRole("button", { name: "Theme: system" })).toBeVisible();
  expect(await page.evaluate(background)).toBe(PAPER_LIGHT);
});

test("without a choice the system decides", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  expect(await page.evaluate(background)).toBe(PAPER_DARK);
});
