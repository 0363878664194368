/** Collections: lists of single posts that a person keeps on the device, in their own order. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { violations } from "../e2e/axe.ts";
import { addressOf, pressMore, visit } from "../e2e/page.ts";
import { rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";
import { filesOf, isImage, keyOf, type Listed, markOf, somePosts } from "./saved.ts";

const dialog = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const listed = (page: Page) =>
  page.getByRole("main").locator("li a[href*='/post/'] [dir=auto]").allInnerTexts();

/** Three posts with pictures of the first page of all posts. */
async function threePosts(page: Page): Promise<[Listed, Listed, Listed]> {
  const found = (await somePosts(page, 50)).filter(
    (post) => post.title.trim() !== "" && filesOf(post).some(isImage),
  );
  const titles = new Set<string>();
  const [a, b, c] = found.filter(({ title }) => !titles.has(title) && titles.add(title));
  if (a === undefined || b === undefined || c === undefined) throw new Error("too few posts");
  return [a, b, c];
}

test("a post is added from card, viewer and post page; the list is reordered by keyboard and saved", async ({
  page,
  context,
}) => {
  const [first, second, third] = await threePosts(page);

  // From a card, into a new collection.
  await withWorker(page, "/posts");
  const card = page.getByRole("main").getByRole("article").filter({ hasText: first.title.trim() }).first();
  await card.hover();
  await card.getByRole("button", { name: /^More: / }).click();
  await page.getByRole("button", { name: "Add to collection" }).click();
  await dialog(page, first.title.trim()).getByLabel("New collection").fill("Rainy days");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Rainy days/ })).toBeChecked();
  expect(await violations(page, "the dialog of a collection")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // From the page of a post.
  await visit(page, addressOf(second));
  await pressMore(page, "Add to collection");
  await page.getByRole("checkbox", { name: /^Rainy days/ }).check();
  await expect(page.getByRole("checkbox", { name: /^Rainy days 2 posts/ })).toBeChecked(); // stored
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // From the viewer, which stays open.
  await visit(page, addressOf(third));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(third.title.trim());
  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  await viewer.getByRole("button", { name: "Add to collection" }).click();
  await page.getByRole("checkbox", { name: /^Rainy days/ }).check();
  await expect(page.getByRole("checkbox", { name: /^Rainy days 3 posts/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog(page, third.title.trim())).toHaveCount(0);
  await expect(viewer).toBeVisible();
  await page.keyboard.press("Escape");

  await visit(page, "/saved");
  await page.getByRole("link", { name: "Collections" }).click();
  await page.getByRole("link", { name: "Rainy days 3 posts" }).click();
  const titles = [first, second, third].map(({ title }) => title.trim());
  await expect.poll(() => listed(page)).toEqual(titles);

  // Its order, by keyboard alone: the focus stays on the post that moves.
  await page.getByRole("button", { name: "Reorder" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Move down: ${titles[0]}` }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => listed(page)).toEqual([titles[1], titles[0], titles[2]]);
  await expect(page.getByRole("button", { name: `Move down: ${titles[0]}` })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => listed(page)).toEqual([titles[1], titles[2], titles[0]]);
  await expect(page.getByRole("button", { name: `Move down: ${titles[0]}` })).toBeFocused();
  await expect(page.getByText(`${titles[0]}: place 3 of 3`)).toBeAttached();
  expect(await violations(page, "a collection")).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect.poll(() => listed(page)).toEqual([titles[1], titles[2], titles[0]]);

  // The list as a whole, offline.
  await page.getByRole("button", { name: "Save offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  for (const post of [first, second, third]) await expect.poll(() => markOf(page, keyOf(post))).toBe("w");
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => listed(page)).toEqual([titles[1], titles[2], titles[0]]);
  for (const post of [third, first]) {
    await page.getByRole("link", { name: post.title.trim() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
    await expect
      .poll(() =>
        page
          .locator("main [data-image-path] img")
          .first()
          .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      )
      .toBe(true);
    await page.goBack();
  }
});

test("removing, renaming and deleting can be undone, and a backup has the collections", async ({ page }) => {
  await page.goto("/collections");
  await page.getByLabel("New collection").fill("One");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "One" })).toBeVisible();
  const [post] = await threePosts(page);
  await visit(page, addressOf(post));
  await pressMore(page, "Add to collection");
  await page.getByRole("checkbox", { name: /^One/ }).check();
  await page.getByRole("link", { name: "All collections" }).click();
  await page.getByRole("link", { name: "One 1 post" }).click();
  const title = post.title.trim();
  await page.getByRole("button", { name: `Remove from collection: ${title}` }).click();
  await expect.poll(() => listed(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => listed(page)).toEqual([title]);
  await pressMore(page, "Rename");
  await page.getByLabel("Name", { exact: true }).fill("Two");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Two" })).toBeVisible();
  await pressMore(page, "Delete collection");
  await expect(page).toHaveURL(/\/collections$/);
  await expect(page.getByRole("link", { name: "Two 1 post" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Two 1 post" })).toBeVisible();

  await visit(page, "/settings");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download backup" }).click();
  const backup = await readFile(await (await download).path(), "utf8");
  const before = await rowsOf(page, "collections");
  await visit(page, "/collections");
  await page.getByRole("link", { name: "Two 1 post" }).click();
  await pressMore(page, "Delete collection");
  await expect.poll(() => rowsOf(page, "collections")).toEqual([]);
  await expect(page).toHaveURL(/\/collections$/); // else the page goes there after the next step
  await visit(page, "/settings");
  const section = page.getByRole("region", { name: "Backup and restore" });
  await section
    .getByLabel("Restore from file")
    .setInputFiles({ name: "roost.json", mimeType: "application/json", buffer: Buffer.from(backup) });
  await expect(section.getByRole("status")).toContainText("1 collection");
  expect(await rowsOf(page, "collections")).toEqual(before);
  await section.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rowsOf(page, "collections")).toEqual([]);
});
