/** Languages at the start, without their files and without a connection; the rest is in pwa/i18n. */
import { expect, type Page, test } from "playwright/test";
import { test as testInstalled } from "../offline/installed.ts";

const languages = (page: Page) => page.locator("#language");

test.describe("in a Japanese browser", () => {
  test.use({ locale: "ja-JP" });

  test("Japanese is what comes first, not English for a moment", async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.querySelector("h1")?.textContent ?? "")).observe(
        document,
        {
          childList: true,
          subtree: true,
          characterData: true,
        },
      );
    });
    await page.goto("/posts");
    await expect(page.locator("h1")).toHaveText("投稿");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
    await expect(page).toHaveTitle("投稿 · Roost");
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)].filter((text) => text !== "")).toEqual(["投稿"]);
  });
});

test("a language that does not come changes nothing and says so", async ({ page }) => {
  await page.route("**/assets/ja-*.js", (route) => route.abort());
  await page.goto("/posts");
  await languages(page).selectOption("ja");
  await expect(page.getByText("Couldn't load this language.")).toBeVisible();
  await expect(page.locator("h1")).toHaveText("Posts");
  expect(await page.evaluate(() => localStorage.getItem("locale"))).toBeNull();
});

testInstalled("all languages are there without a connection", async ({ page, context }) => {
  await page.goto("/posts");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.locator("main article")).toHaveCount(50);
  await context.setOffline(true);
  for (const [name, words] of [
    ["日本語", "オフラインです。閲覧したページは表示できます。"],
    ["简体中文", "您已离线，浏览过的页面仍可查看。"],
  ] as const) {
    await languages(page).selectOption({ label: name });
    await expect(page.getByText(words)).toBeVisible();
  }
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
});
