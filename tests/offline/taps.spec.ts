/** Counts the presses that everyday actions take on a phone. */
import { expect, type Locator, type Page, test as testWithoutWorker } from "playwright/test";
import { addressOf, heading, interactive, newestPosts } from "../e2e/page.ts";
import { keptPosts, withWorker } from "./device.ts";
import { test } from "./installed.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
test.use(PHONE);
testWithoutWorker.use(PHONE);

class Taps {
  count = 0;

  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }
}

const main = (page: Page) => page.getByRole("main");

testWithoutWorker.describe("a first visitor", () => {
  testWithoutWorker.use({ storageState: { cookies: [], origins: [] } });

  testWithoutWorker("reads after one tap, and sees its pictures after two", async ({ page }) => {
    const taps = new Taps();
    await page.goto("/");
    const posts = await newestPosts(page);
    const post = posts.slice(0, 12).find(({ attachments }) => attachments.length > 0);
    expect(post).toBeDefined();
    if (post === undefined) return;
    await interactive(page);
    await taps.press(
      main(page)
        .locator(`article a[href$="${addressOf(post)}"]`)
        .first(),
    );
    await expect(heading(page)).toHaveText(post.title.trim());
    expect(taps.count).toBe(1);
    await taps.press(main(page).getByRole("button", { name: "Show media" }).first());
    const image = page
      .getByRole("region", { name: /^Files/ })
      .getByRole("img")
      .first();
    await expect(image).toBeVisible();
    expect(taps.count).toBe(2);
  });
});

test("a creator is saved with two taps", async ({ page }) => {
  const [post] = await newestPosts(page);
  const taps = new Taps();
  await withWorker(page, `/${post?.service}/user/${post?.user}`);
  await taps.press(main(page).getByRole("button", { name: "Save posts…" }));
  const dialog = page.getByRole("dialog");
  await taps.press(dialog.getByRole("button", { name: "Save", exact: true }));
  await expect(dialog.getByText(/ saved on this device\.$/)).toBeVisible();
  expect(taps.count).toBeLessThanOrEqual(3);
});

test("a mistyped word finds a post offline with two taps, and home leads back to it with one", async ({
  page,
  context,
}) => {
  const post = (await newestPosts(page)).find(({ title }) => /\b[a-z]{6,10}\b/i.test(title));
  expect(post).toBeDefined();
  if (post === undefined) return;
  await withWorker(page, addressOf(post));
  await expect(heading(page)).toHaveText(post.title.trim());
  await keptPosts(page, [post]);
  await page.goto("/");
  await interactive(page);
  await context.setOffline(true);
  const found = new Taps();
  await found.press(page.getByRole("combobox", { name: "Search creators, posts, messages and tags" }));
  const [word = ""] = /\b[a-z]{6,10}\b/i.exec(post.title) ?? [];
  await page.keyboard.type(word.slice(0, 2) + word.slice(3)); // one letter is missing
  await found.press(page.getByRole("option").filter({ hasText: post.title.trim() }).first());
  await expect(heading(page)).toHaveText(post.title.trim());
  expect(found.count).toBe(2);

  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("reading"))).toContain(post.id);
  await page.goto("/");
  await interactive(page);
  const resumed = new Taps();
  await resumed.press(page.getByRole("region", { name: "Continue" }).getByRole("link"));
  await expect(heading(page)).toHaveText(post.title.trim());
  expect(resumed.count).toBe(1);
});
