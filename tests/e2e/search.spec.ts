import { expect, type Request, test } from "playwright/test";
import { interactive, painted } from "./page.ts";

const box = "Search creators, posts, messages and tags";

test("nothing found and no engine are shown calmly; a mistyped word finds posts and creators, and leads to the whole list", async ({
  page,
}) => {
  await page.goto("/contact");
  const input = page.getByRole("combobox", { name: box });
  await input.fill("zzzzqqqqxxxx");
  await expect(page.getByText("No results found.")).toBeVisible();
  await page.route("**/api/v1/search*", (route) =>
    route.fulfill({ status: 503, json: { error: "Search is not available right now." } }),
  );
  await input.fill("something else");
  await expect(page.getByText("Search is unavailable right now.")).toBeVisible();
  await page.unrouteAll();

  await input.fill("lantren");
  const results = page.getByRole("listbox", { name: "Search results" });
  await expect(results.getByRole("group", { name: "Creators" }).getByRole("option").first()).toContainText(
    /lantern/i,
  );
  const post = results.getByRole("group", { name: "Posts" }).getByRole("option").first();
  await expect(post.locator("mark").first()).toHaveText(/lantern/i);
  await input.fill("genhsin");
  await expect(post.locator("mark").first()).toHaveText(/genshin/i);
  await page.getByRole("option", { name: "See all posts for “genhsin”" }).click();
  await expect(page).toHaveURL(/\/posts\?q=genhsin$/);
  await expect(page.locator("main article").first()).toContainText(/genshin/i);
});

test("by keyboard alone: the search is focused, and a creator chosen and opened", { tag: "@once" }, async ({
  page,
}) => {
  await page.goto("/contact");
  await interactive(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: box })).toBeFocused();
  const answered = page.waitForResponse(/\/api\/v1\/search\?q=lantren$/);
  await page.keyboard.type("lantren");
  await answered;
  await expect(page.getByRole("listbox")).toHaveAttribute("aria-busy", "false"); // options of a part of the word are gone
  await expect(page.getByRole("group", { name: "Creators" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\//);
  await expect(page.getByRole("listbox")).toHaveCount(0);
});

test("a late answer never replaces the answer to newer words, and a quick one shows no spinner", {
  tag: "@once",
}, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/search?q=lantern", async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the app has given this one up
  });
  const isLate = (request: Request) => request.url().endsWith("/api/v1/search?q=lantern");
  const ended = Promise.race([
    page.waitForEvent("requestfinished", isLate),
    page.waitForEvent("requestfailed", isLate),
  ]);
  await page.goto("/contact");
  const input = page.getByRole("combobox", { name: box });
  await input.fill("lantern");
  await expect(page.getByLabel("Searching")).toBeVisible(); // a slow one does
  await input.fill("genshin");
  await expect(page.getByRole("option").first().locator("mark").first()).toHaveText(/genshin/i);
  release();
  await ended;
  await painted(page);
  await expect(page.getByRole("listbox")).not.toContainText("Lantern");
  await expect(page.getByLabel("Searching")).toHaveCount(0);
});

test("on a phone the search fills the screen and closes again", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a sheet on phones only");
  await page.goto("/contact");
  await expect(page.getByRole("navigation", { name: "Bottom" }).getByText("Search")).toHaveCount(0);
  await page.getByRole("combobox", { name: box }).click();
  await expect(page.getByRole("combobox", { name: box })).toBeFocused();
  const isBarOnTop = () =>
    document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.closest("nav") !== null;
  await expect.poll(() => page.evaluate(isBarOnTop)).toBe(false);
  await page.getByRole("button", { name: "Close search" }).click();
  await expect.poll(() => page.evaluate(isBarOnTop)).toBe(true);
});
