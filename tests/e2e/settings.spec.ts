/** Settings: cards, reader, data saver, theme and dates. */
import { expect, type Page, type Request, test } from "playwright/test";
import { violations } from "./axe.ts";
import { addressOf, newestPosts, postWithImages, watchConsole } from "./page.ts";
import { findPost } from "./post-parts.ts";

const STAMP = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)? \(?UTC\)?$/;

/** Nothing covers pictures and films in these tests. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("media", '{"all":true,"asked":true}'));
});

const choose = (page: Page, group: string, option: string) =>
  page
    .getByRole("group", { name: group, exact: true })
    .getByRole("radio", { name: option, exact: true })
    .check();

const columns = (page: Page) =>
  page
    .locator("main ul:has(> li > article)")
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length);

async function dates(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("main time").first()).toBeVisible();
  return page.locator("main time").evaluateAll((times) =>
    times.map((time) => ({
      text: time.textContent ?? "",
      machine: time.getAttribute("datetime") ?? "",
      title: time.getAttribute("title") ?? "",
    })),
  );
}

test("dates are absolute or relative as chosen, always with the whole stamp and its zone", {
  tag: "@once",
}, async ({ page }) => {
  const places = ["/posts", addressOf(await postWithImages(page)), "/artists/updated", "/dms", "/shares"];
  for (const place of places)
    for (const date of await dates(page, place)) {
      expect(date.text, place).toMatch(/^\d{4}-\d\d-\d\d/);
      expect(date.title, place).toMatch(STAMP);
      expect(new Date(date.machine).toISOString().slice(0, 10), place).toBe(date.text.slice(0, 10));
    }
  await page.goto("/settings");
  await choose(page, "Dates", "3 days ago");
  for (const place of places)
    for (const date of await dates(page, place)) {
      expect(date.text, place).not.toMatch(/\d{4}/);
      expect(date.title, place).toMatch(STAMP);
      expect(date.title.slice(0, 10), place).toBe(date.machine.slice(0, 10));
    }
});

test("card size changes the list at once, and stays without anything moving", async ({ page, isMobile }) => {
  const faults = watchConsole(page);
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
      document.documentElement.dataset["shift"] = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/posts");
  await expect(page.locator("main article")).toHaveCount(50);
  expect(await columns(page)).toBe(isMobile ? 2 : 5);
  await page.getByRole("button", { name: "View", exact: true }).click();
  const size = page.getByRole("slider", { name: "Card size" });
  await size.fill("120");
  await expect.poll(() => columns(page)).toBe(isMobile ? 3 : 7);
  await size.fill("300");
  await expect.poll(() => columns(page)).toBe(isMobile ? 1 : 3);
  await page.keyboard.press("Escape");
  await expect(size).toBeHidden();
  await expect(page.getByRole("button", { name: "View", exact: true })).toBeFocused();

  await page.reload();
  await expect(page.locator("main article")).toHaveCount(50);
  expect(await columns(page)).toBe(isMobile ? 1 : 3);
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => document.documentElement.dataset["shift"] ?? "0");
  expect(Number(shift)).toBeLessThan(0.1);
  const cookie = (await page.context().cookies()).find(({ name }) => name === "thumbSize");
  expect(cookie).toMatchObject({ value: "300", path: "/", sameSite: "Lax" });
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(399);
  expect(faults).toEqual([]);
});

test("cards are wide, compact, with titles over the picture, and the usual again", async ({ page }) => {
  const post = await postWithImages(page);
  const title = page.locator("main article h2").first();
  const picture = page.locator("main article img").first();
  const places = async () => [await title.boundingBox(), await picture.boundingBox()] as const;
  await page.goto("/settings");
  await choose(page, "Thumbnails", "Wide");
  await choose(page, "Titles", "Overlay");
  await choose(page, "Spacing", "Compact");
  for (const list of ["/posts", `/${post.service}/user/${encodeURIComponent(post.user)}`]) {
    await page.goto(list);
    const card = page.locator("main article", { has: page.locator("img[src*=thumbnail]") }).first();
    const image = await card.locator("img").boundingBox();
    const words = await card.locator("h2").boundingBox();
    if (image === null || words === null) throw new Error("not shown");
    expect(image.width / image.height).toBeCloseTo(16 / 9, 1);
    expect(words.y + words.height).toBeLessThanOrEqual(image.y + image.height + 1);
  }
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await page.keyboard.press("Escape");
  const [words, image] = await places();
  expect((words?.y ?? 0) >= (image?.y ?? 0) + (image?.height ?? 0)).toBe(true);
  await page.reload();
  await expect(title).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.getAttributeNames())).not.toContain(
    "data-cards-words",
  );
});

/** Addresses of a few posts that have something to read. */
async function postsWithText(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const post of (await newestPosts(page)).slice(0, 8)) {
    const answer = await page.request.get(`/api/v1${addressOf(post)}`);
    const { content } = ((await answer.json()) as { post: { content: string } }).post;
    if (content.length > 100) found.push(addressOf(post));
  }
  return found;
}

const textStyle = (page: Page) =>
  page.getByRole("region", { name: "Content" }).evaluate((section) => {
    const text = section.querySelector("[dir=auto]") as HTMLElement;
    const { fontFamily, fontSize, lineHeight, maxWidth, textAlign } = getComputedStyle(text);
    return { fontFamily, fontSize, lineHeight, maxWidth, textAlign };
  });

test("texts are set as chosen, on every other post too", { tag: "@once" }, async ({ page }) => {
  const [first = "", second = ""] = await postsWithText(page);
  await page.goto(first);
  const before = await textStyle(page);
  await page.getByRole("button", { name: "Reading" }).click();
  await choose(page, "Font", "Serif");
  await page.getByRole("slider", { name: "Text size" }).fill("1.5");
  await page.getByRole("slider", { name: "Line height" }).fill("2");
  await choose(page, "Text width", "Narrow");
  await choose(page, "Alignment", "Justified");
  const chosen = await textStyle(page);
  expect(Number.parseFloat(chosen.fontSize) / Number.parseFloat(before.fontSize)).toBeCloseTo(1.5, 1);
  for (const name of ["fontFamily", "lineHeight", "maxWidth", "textAlign"] as const)
    expect(chosen[name], name).not.toBe(before[name]);
  await page.goto(second);
  expect(await textStyle(page)).toEqual(chosen);
  await page.goto("/settings");
  await expect(page.getByRole("slider", { name: "Text size" })).toHaveValue("1.5");
  await page
    .getByRole("region", { name: "Reading" })
    .getByRole("button", { name: "Reset to defaults" })
    .click();
  await page.goto(second);
  expect(await textStyle(page)).toEqual(before);
});

/** What a browser in Lite mode does: it sends `Save-Data: on` and tells pages so. */
async function asLite(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
}

test("a browser that saves data gets fifty cards for less than 500 kB", async ({ page }) => {
  await asLite(page);
  const sizes: Promise<number>[] = [];
  const asked: string[] = [];
  page.on("requestfinished", (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!/^\/(api|thumbnail|data|icons|banners)\//.test(pathname)) return;
    asked.push(pathname + search);
    sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto("/posts");
  const cards = page.locator("main article");
  await expect(cards).toHaveCount(50);
  for (let at = 0; at < 50; at += 4) await cards.nth(at).scrollIntoViewIfNeeded();
  await cards.last().scrollIntoViewIfNeeded();
  await cards.nth(20).getByRole("link").first().hover();
  await page.waitForLoadState("networkidle");
  const sum = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  expect(asked.filter((address) => address.startsWith("/thumbnail")).length).toBeGreaterThan(20);
  expect(asked.filter((address) => address.startsWith("/thumbnail") && !address.endsWith("?w=180"))).toEqual(
    [],
  );
  expect(
    asked.filter((address) => /\/post\/|^\/data/.test(address)),
    "nothing ahead",
  ).toEqual([]);
  expect(sum).toBeLessThan(500_000);
});

test("where data is saved no film is asked for before it is played", { tag: "@once" }, async ({ page }) => {
  const address = await findPost(page, (post) => post.attachments.some(({ path }) => path.endsWith(".webm")));
  await page.goto("/settings");
  await choose(page, "Data saver", "Always");
  const films: string[] = [];
  page.on("request", (request) => {
    if (/\.(webm|mp4)(\?|$)/.test(request.url())) films.push(request.url());
  });
  await page.goto(address);
  const film = page.locator("video").first();
  await film.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(films).toEqual([]);
  await film.evaluate((video: HTMLVideoElement) => video.play());
  expect(films.length).toBeGreaterThan(0);
});

test("the settings page leads to its sections; theme and language are chosen there as well", async ({
  page,
}) => {
  await page.goto("/settings");
  const index = page.getByRole("navigation", { name: "On this page" }).getByRole("button");
  await expect(index.first()).toBeVisible();
  await expect(index).toHaveText(await page.locator("main section h2:visible").allTextContents());
  await index.filter({ hasText: "Data usage" }).click();
  await expect(page.getByRole("heading", { name: "Data usage" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Data usage" })).toBeInViewport();
  await choose(page, "Theme", "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.locator("main").getByLabel("Language").selectOption("ja");
  await expect(page.getByRole("heading", { level: 1, name: "設定" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "ダーク" })).toBeChecked();
});

test.describe("open panels", () => {
  test.use({ bypassCSP: true });

  test("axe finds nothing in them, nor in cards with their titles over the picture", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("cards", '{"words":"over"}'));
    await page.goto("/posts");
    await expect(page.locator("main article")).toHaveCount(50);
    await page.getByRole("button", { name: "View", exact: true }).click();
    await expect(page.getByRole("slider", { name: "Card size" })).toBeVisible();
    expect(await violations(page, "view")).toEqual([]);
    const [address = ""] = await postsWithText(page);
    await page.goto(address);
    await page.getByRole("button", { name: "Reading" }).click();
    await expect(page.getByRole("slider", { name: "Text size" })).toBeVisible();
    expect(await violations(page, "reading")).toEqual([]);
  });
});
