/** Shortcuts, the command palette, and the whole app by keyboard alone. */
import { expect, type Page, test } from "playwright/test";
import { addressOf, postWithImages } from "./page.ts";
import { postWithManyImages } from "./post-parts.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const cards = (page: Page) => page.locator("main li article");

test.beforeEach(async ({ page, isMobile }) => {
  test.skip(isMobile, "phones have no such keyboard");
  await page.addInitScript(() => localStorage.setItem("media", '{"all":true,"asked":true}'));
});

/** The number of the focused card, from 0. */
const focusedCard = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main li article")].findIndex((card) =>
      card.contains(document.activeElement),
    ),
  );

test("by keyboard alone: search, post, viewer and back", async ({ page }) => {
  await page.goto("/");
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("lantren");
  const all = page.getByRole("option", { name: /See all posts/ });
  await expect(page.getByRole("group", { name: "Posts" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowUp"); // the last row
  await expect(all).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\?q=lantren$/);
  await expect(page.locator("h1")).toBeFocused(); // the cards before that may still be the first page's
  await expect(cards(page).nth(3)).toBeVisible();

  const withImage = cards(page)
    .filter({ has: page.locator("img") })
    .first();
  const wanted = await withImage.evaluate((card) =>
    [...document.querySelectorAll("main li article")].indexOf(card),
  );
  for (let step = 0; step <= wanted; step++) {
    await page.keyboard.press("j");
    await expect.poll(() => focusedCard(page)).toBe(step);
  }
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.locator("h1")).toBeFocused();
  await expect(page.locator("main [data-image-path]").first()).toBeVisible();

  await page.keyboard.press("g");
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  await expect(viewer).toBeVisible();
  await page.keyboard.press("j"); // belongs to nobody there
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(page.locator("main [data-image-path]").first()).toBeFocused();
  await page.goBack(); // Alt and the left arrow; no test may press the browser's own keys
  await expect(page).toHaveURL(/\/posts\?q=lantren$/);
  await expect.poll(() => focusedCard(page)).toBe(wanted);
});

test("? lists every key; the switch turns them off and survives a reload", async ({ page }) => {
  await page.goto("/posts");
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press("?");
  for (const [key, words] of [
    ["/", "Search"],
    ["j", "Next card"],
    ["k", "Previous card"],
    ["g", "View images of a post"],
    ["s", "Save the post for offline"],
    ["f", "Favorite (requires an account; not available yet)"],
    ["?", "Show shortcuts"],
  ] as const)
    await expect(help(page).locator("dl > div", { hasText: words }).locator("kbd").first()).toHaveText(key);
  await expect(
    help(page).locator("dl > div", { hasText: "Previous and next post" }).locator("kbd"),
  ).toHaveText(["←", "→"]);
  await help(page).getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(help(page)).toHaveCount(0);
  for (const key of ["?", "j", "/"]) await page.keyboard.press(key);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  for (const key of ["?", "j", "/"]) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  await expect(help(page)).toHaveCount(0);
  expect(await focusedCard(page)).toBe(-1);
  await expect(box(page)).not.toBeFocused();
  await page.keyboard.press("Control+k"); // not a single key
  await expect(palette(page)).toBeVisible();
});

test("a key can be another one; none is taken twice; none works while one types", async ({ page }) => {
  await page.goto("/settings");
  const next = page.getByRole("textbox", { name: "Next card" });
  await next.fill("k");
  await expect(page.getByRole("alert")).toHaveText("Already used for: Previous card");
  await next.fill("n");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("textbox", { name: "View images of a post" }).fill("");
  await page.goto("/posts");
  await expect(cards(page).nth(2)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("n");
  await expect.poll(() => focusedCard(page)).toBe(0);
  await page.keyboard.press("n");
  await expect.poll(() => focusedCard(page)).toBe(1);
  await page.keyboard.press("k");
  await expect.poll(() => focusedCard(page)).toBe(0);
  const field = page.getByRole("searchbox", { name: "Search all posts" });
  await field.focus();
  await page.keyboard.type("n/?kgj");
  await expect(field).toHaveValue("n/?kgj");
  await expect(field).toBeFocused();
  await expect(help(page)).toHaveCount(0);
});

test("g looks at a card's images over the list, s saves its post, f says what is missing", async ({
  page,
}) => {
  const notice = (words: string) => page.getByRole("status").filter({ hasText: words });
  const dialog = page.getByRole("dialog", { name: "Save for offline" });
  await page.goto("/posts");
  const card = cards(page)
    .filter({ has: page.locator("img") })
    .first();
  await expect(card).toBeVisible();
  await page.keyboard.press("s");
  await expect(notice("Select a post first.")).toBeVisible();
  await page.keyboard.press("f");
  await expect(notice("Favorites require an account.")).toBeVisible();
  await card.locator("a").first().focus();
  await page.keyboard.press("g");
  await expect(page.getByRole("dialog", { name: "Image viewer" }).locator("img").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Image viewer" })).toHaveCount(0);
  await expect(page).toHaveURL(/\/posts$/);
  await expect(card.locator("a").first()).toBeFocused();

  await page.keyboard.press("s");
  await expect(dialog.getByRole("checkbox", { name: /Images/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await card.locator("a").first().press("Enter");
  await expect(page.getByRole("button", { name: "Saved" })).toBeVisible();
  await page.keyboard.press("s");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeVisible();

  await page.goto("/saved");
  await expect(cards(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await expect.poll(() => focusedCard(page)).toBe(0);
  await page.keyboard.press("s");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test("cards of creators, DMs and tags are walked too, and the last leads to the next page", async ({
  page,
}) => {
  for (const address of ["/artists", "/dms"]) {
    await page.goto(address);
    await expect(cards(page).nth(2)).toBeVisible();
    await page.keyboard.press("j");
    await expect.poll(() => focusedCard(page)).toBe(0);
    await page.keyboard.press("j");
    await expect.poll(() => focusedCard(page)).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  }
  await page.goto("/posts");
  await cards(page).nth(49).locator("a").first().focus();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Next page" })).toBeFocused();
});

test("the palette: a creator by a few letters, pages with typing errors, actions; Escape gives the focus back", async ({
  page,
}) => {
  const post = await postWithImages(page);
  const profile = (await (
    await page.request.get(`/api/v1/${post.service}/user/${post.user}/profile`)
  ).json()) as {
    name: string;
    id: string;
  };
  await page.goto("/posts");
  const first = cards(page).first().locator("a").first();
  await first.focus();
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(first).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(profile.name.slice(0, 5));
  await expect(
    palette(page).getByRole("group", { name: "Creators" }).getByRole("option").first(),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\/[^/]+$/);
  await expect(page.locator("h1")).toContainText(profile.name.slice(0, 5));

  await page.keyboard.press("Meta+k");
  await page.keyboard.type("setings");
  await expect(palette(page).getByRole("option", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("Enter"); // may come before the search has answered
  await expect(page).toHaveURL(/\/settings$/);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("theme black");
  await expect(palette(page).getByRole("option").first()).toHaveText("Theme: black");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
});

test("the palette offline: pages, actions, and what was opened last", async ({ page, context }) => {
  const post = await postWithManyImages(page, 2);
  await page.goto(post);
  const heading = (await page.locator("h1").textContent()) ?? "";
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("visits")))
    .toContain(post.split("/").at(-1));
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Creators", exact: true }).first().click();
  await expect(cards(page).first()).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press("Control+k");
  const opened = palette(page).getByRole("group", { name: "Recent" }).getByRole("option").first();
  await expect(opened).toContainText(heading.trim());
  await page.keyboard.type(heading.trim().slice(0, 6));
  await expect(palette(page).getByText("Search isn't responding.")).toBeVisible();
  await expect(opened).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${post}$`));
  await expect(page.locator("h1")).toContainText(heading.trim());

  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("what was opened last can be forgotten", async ({ page }) => {
  const post = await postWithImages(page);
  await page.goto(addressOf(post));
  await expect.poll(() => page.evaluate(() => localStorage.getItem("visits"))).toContain(post.id);
  await page.goto("/posts");
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Recent" }).getByRole("option")).not.toHaveCount(0);
  await page.keyboard.type("clear rec");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Pages" })).toBeVisible();
  await expect(palette(page).getByRole("group", { name: "Recent" })).toHaveCount(0);
});
