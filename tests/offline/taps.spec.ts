/** Everyday actions on a phone with as few taps as they are to take: each click here is one. */
import { expect, type Page, test as testWithoutWorker } from "playwright/test";
import { addressOf, heading, interactive, newestPosts } from "../e2e/page.ts";
import { keptPosts, withWorker } from "./device.ts";
import { test } from "./installed.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
test.use(PHONE);
testWithoutWorker.use(PHONE);

const main = (page: Page) => page.getByRole("main");

testWithoutWorker.describe("a first visitor", () => {
  testWithoutWorker.use({ storageState: { cookies: [], origins: [] } });

  testWithoutWorker("reads after one tap, and sees pictures after a question", async ({ page }) => {
    await page.goto("/");
    const posts = await newestPosts(page);
    const post = posts.slice(0, 12).find(({ attachments }) => attachments.length > 0);
    expect(post).toBeDefined();
    if (post === undefined) return;
    await interactive(page);
    const card = main(page).locator(`article a[href$="${addressOf(post)}"]`);
    await card.first().click();
    await expect(heading(page)).toHaveText(post.title.trim());
    const picture = main(page).locator("[data-cover] > :first-child").first();
    await expect(picture).toHaveCSS("filter", /^blur/);
    await main(page).getByRole("button", { name: "Show media" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Show once" }).click();
    await expect(picture).toHaveCSS("filter", "none");
  });
});

test("a creator is saved with two taps", async ({ page }) => {
  const [post] = await newestPosts(page);
  await withWorker(page, `/${post?.service}/user/${post?.user}`);
  await main(page).getByRole("button", { name: "Save posts…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(/ saved on this device\.$/)).toBeVisible();
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
  await page.getByRole("combobox", { name: "Search creators, posts, messages and tags" }).click();
  const [word = ""] = /\b[a-z]{6,10}\b/i.exec(post.title) ?? [];
  await page.keyboard.type(word.slice(0, 2) + word.slice(3)); // one letter is missing
  await page.getByRole("option").filter({ hasText: post.title.trim() }).first().click();
  await expect(heading(page)).toHaveText(post.title.trim());

  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("reading"))).toContain(post.id);
  await page.goto("/");
  await interactive(page);
  await page.getByRole("region", { name: "Continue" }).getByRole("link").click();
  await expect(heading(page)).toHaveText(post.title.trim());
});
