/** The results page: from a misspelt word over filters to a saved search. */
import { expect, test } from "playwright/test";
import { follow, visit } from "./page.ts";

const total = async (page: import("playwright/test").Page) =>
  Number(
    /of ([\d,]+)/
      .exec((await page.locator("main header p").first().textContent()) ?? "")?.[1]
      ?.replace(",", ""),
  );

test("a misspelt word names its correction; each filter, and each condition removed, gives the count it shows", async ({
  page,
  isMobile,
}) => {
  await page.goto("/posts?q=lantren");
  const main = page.getByRole("main");
  await expect(main.getByText("one letter corrected: lantren → lantern").first()).toBeVisible();
  await expect(main.locator("article h2 mark").first()).toHaveText(/^lanterns?$/i);
  await expect(main.getByRole("region", { name: "Creators" }).getByRole("link").first()).toBeVisible();
  for (const facet of ["Images", "2024"]) {
    if (isMobile) await page.getByRole("button", { name: "Filters" }).click();
    const link = page
      .locator("[aria-busy=false]") // else the counts are those of the search before
      .getByRole("link", { name: new RegExp(`^${facet} \\d+ posts?;`) });
    const count = Number(/(\d+) posts?;/.exec((await link.locator(".sr-only").textContent()) ?? "")?.[1]);
    await link.click();
    await expect.poll(() => total(page)).toBe(count);
    await expect(link).toHaveAttribute("aria-current", "true");
    if (isMobile) await page.keyboard.press("Escape");
  }
  await expect(page).toHaveURL(/q=lantren\+has%3Aimage\+after%3A2024\+before%3A2025$/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/q=lantren$/);

  // One condition too many.
  await follow(page, "/posts?q=lantern+service:boosty");
  const help = page.getByRole("link", { name: /^Remove service:boosty – \d+ posts?$/ });
  const count = Number(/(\d+) posts?$/.exec((await help.textContent()) ?? "")?.[1]);
  await help.click();
  await expect(page).toHaveURL(/\/posts\?q=lantern$/);
  await expect.poll(() => total(page)).toBe(count);
});

test("a search is saved, and the last one is offered again", { tag: "@once" }, async ({ page }) => {
  await page.goto("/posts?q=lantern");
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  await visit(page, "/artists");
  await page.getByRole("combobox", { name: "Search creators, posts, messages and tags" }).click();
  await expect(
    page.getByRole("region", { name: "Recent searches" }).getByRole("link", { name: "lantern" }),
  ).toBeVisible();
  await page.getByRole("region", { name: "Saved searches" }).getByRole("link", { name: "lantern" }).click();
  await expect(page).toHaveURL(/\/posts\?q=lantern$/);
});

test("a tag is completed while it is typed", async ({ page }) => {
  await page.goto("/posts");
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.click();
  await field.pressSequentially("tag:lant");
  await expect(page.getByRole("listbox").getByRole("option").first()).toContainText(/^lantern/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(/^tag:lantern\w* $/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=tag%3Alantern/);
  await expect(page.locator("main article").first()).toBeVisible();
});
