/** Scroll restoration: Back, growing lists, continued reading, back to top and between tabs. */
import { expect, type Locator, type Page, test } from "playwright/test";
import { newestPosts, painted, picturesLoaded, scrollEnded, visit } from "./page.ts";
import { postWithManyImages } from "./post-parts.ts";

const cards = (page: Page) => page.locator("main li article");
const height = (page: Page) => page.evaluate(() => Math.round(scrollY));

test.beforeEach(async ({ page }) => {
  // Media are shown: their question would lie over what is looked at here.
  await page.addInitScript(() => localStorage.setItem("media", '{"all":true,"asked":true}'));
});

/** Scrolls to a link and follows it; gives where the page stood. */
async function followFrom(page: Page, link: Locator): Promise<number> {
  await link.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const y = await scrollEnded(page);
  await link.focus();
  await page.keyboard.press("Enter");
  return y;
}

async function isBackAt(page: Page, link: Locator, y: number): Promise<void> {
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await expect.poll(async () => Math.abs((await height(page)) - y)).toBeLessThan(3);
}

test("from page 4, card 37, open, Back: in view, focused, and nothing is refetched", async ({ page }) => {
  await page.goto("/posts?o=150");
  const link = cards(page).nth(36).locator("a").first();
  await expect(cards(page)).toHaveCount(50);
  const y = await followFrom(page, link);
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.locator("h1")).toBeFocused();
  await page.clock.setFixedTime(Date.now() + 10 * 60_000); // the list is old by now
  const lists: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/v1\/posts(\?|$)/.test(request.url())) lists.push(request.url());
  });
  await page.goBack();
  await isBackAt(page, link, y);
  await painted(page);
  expect(lists).toEqual([]);
  expect(Math.abs((await height(page)) - y)).toBeLessThan(3);
});

test("Back while a reloaded page starts shows the page before it", { tag: "@once" }, async ({ page }) => {
  await page.goto("/posts");
  await cards(page).first().locator("a").first().click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.locator("h1")).toBeFocused(); // this page has its code
  const chunk = /\/assets\/PostPage-.*\.js$/;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(chunk, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(chunk);
  await page.reload({ waitUntil: "commit" });
  await asked;
  await page.waitForFunction(() => Object.hasOwn(history, "pushState")); // patched by the router's history
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/posts$/);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Posts");
  await expect(cards(page)).toHaveCount(50);
});

test("words, two tags, page 3, a post, Back: the same page at the same place", { tag: "@once" }, async ({
  page,
}) => {
  // No tags of the sample have so many posts in common: all posts stand for those that match.
  await page.route(
    (url) => url.pathname === "/api/v1/posts" && url.searchParams.getAll("tag").length === 2,
    async (route) => {
      const url = new URL(route.request().url());
      const answer = await route.fetch({ url: `${url.origin}/api/v1/posts?o=${url.searchParams.get("o")}` });
      await route.fulfill({ response: answer });
    },
  );
  const address = "/posts?q=lantern&tag=ink&tag=paper&o=100";
  await page.goto(address);
  const link = cards(page).nth(22).locator("a").first();
  await expect(cards(page)).toHaveCount(50);
  const y = await followFrom(page, link);
  await expect(page).toHaveURL(/\/post\//);
  await page.goBack();
  expect(new URL(page.url()).search).toBe(new URL(address, page.url()).search);
  await isBackAt(page, link, y);
  await page.reload();
  await expect.poll(async () => Math.abs((await height(page)) - y)).toBeLessThan(3);
});

test("Back undoes changes of a list one by one, and a spell of typing is one of them", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/contact");
  await test.step("five changes of the list of creators", () => changeCreators(page));
  await test.step("words in DMs", () => typeInDms(page));
  await test.step("words that narrow down the tags are in the address", () => narrowTags(page));
});

async function changeCreators(page: Page): Promise<void> {
  await visit(page, "/artists");
  await expect(cards(page).first()).toBeVisible();
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  const name = page.getByLabel("Name", { exact: true });
  await name.pressSequentially("la");
  await expect(page).toHaveURL(/q=la$/);
  await name.pressSequentially("nt");
  await expect(page).toHaveURL(/q=lant$/);
  expect(await entries()).toBe(before + 1);
  await page.locator("select[name=service]").selectOption("patreon");
  await expect(page).toHaveURL(/service=patreon/);
  await page.locator("select[name=sort_by]").selectOption("name");
  await expect(page).toHaveURL(/sort_by=name/);
  await page.getByRole("button", { name: /sort ascending/ }).click();
  await expect(page).toHaveURL(/order=asc/);
  await cards(page).first().locator("a").first().click();
  await expect(page).toHaveURL(/\/user\//);

  const states = [
    [/order=asc/, "lant"],
    [/sort_by=name$/, "lant"],
    [/service=patreon$/, "lant"],
    [/\?q=lant$/, "lant"],
    [/\/artists$/, ""],
  ] as const;
  for (const [address, words] of states) {
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(name).toHaveValue(words);
  }
  await expect(cards(page).nth(20)).toBeAttached();
}

async function typeInDms(page: Page): Promise<void> {
  await visit(page, "/dms");
  const before = await page.evaluate(() => history.length);
  const field = page.getByRole("combobox", { name: "Search direct messages" });
  for (const words of ["than", "thank"]) {
    await field.fill(words);
    await expect(page).toHaveURL(new RegExp(`q=${words}$`));
  }
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(/\/dms$/);
  await expect(field).toHaveValue("");
}

async function narrowTags(page: Page): Promise<void> {
  await visit(page, "/posts/tags");
  const field = page.getByRole("searchbox", { name: "Filter tags" });
  const tags = page.locator("main li:is([data-weight], [aria-posinset]) a");
  const entries = await page.evaluate(() => history.length);
  const word = ((await tags.nth(5).locator("span").first().textContent()) ?? "").slice(0, 3);
  const counted = page.getByRole("main").getByRole("status").first();
  const all = (await counted.textContent()) ?? "";
  await field.fill(word);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(word);
  await expect(counted).not.toHaveText(all); // the list comes after the address on a slow machine
  expect(await page.evaluate(() => history.length)).toBe(entries);
  const count = await tags.count();
  await tags.first().click();
  await expect(page).toHaveURL(/\/posts\?tag=/);
  await page.goBack();
  await expect(field).toHaveValue(word);
  await expect(tags).toHaveCount(count);
  await expect(tags.first()).toBeFocused();
}

const LISTS = [
  { address: "/artists", links: "main li article h2 a" },
  { address: "/artists/updated", links: "main li article h2 a" },
  { address: "/dms", links: "main li article header a" },
  { address: "/posts/popular?period=month", links: "main li article a" },
  { address: "/posts/tags", links: "main li:is([data-weight], [aria-posinset]) a" },
];

test("Back comes to the same place of lists of creators, DMs, popular posts and tags", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/contact");
  for (const { address, links } of LISTS) {
    await visit(page, address);
    await expect(page.locator(links).first(), address).toBeVisible();
    // The last but a few of those there are, so that the page is scrolled as far as it goes.
    const link = page.locator(links).nth(Math.max(0, (await page.locator(links).count()) - 4));
    const href = await link.getAttribute("href");
    const y = await followFrom(page, link);
    await expect(page).not.toHaveURL(new RegExp(`${address.split("?")[0]}(\\?|$)`));
    await expect(page.locator("h1").first()).toBeFocused();
    await page.goBack();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("href")), address)
      .toBe(href);
    await expect.poll(async () => Math.abs((await height(page)) - y), address).toBeLessThan(3);
    await expect(page.locator(":focus")).toBeInViewport();
  }
});

test("a list that grows: its place is in the address and outlasts a reload, Back and the footer", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/settings");
  await page.getByRole("radio", { name: "Load more" }).check();
  await visit(page, "/posts");
  await expect(page.getByRole("navigation", { name: "Pages of posts" }).getByRole("link")).toHaveCount(0);
  const entries = await page.evaluate(() => history.length);
  for (const count of [100, 150]) {
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(cards(page)).toHaveCount(count);
  }
  await expect(page).toHaveURL(/\?o=100$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);

  const link = cards(page).nth(120).locator("a").first();
  const y = await followFrom(page, link);
  await expect(page).toHaveURL(/\/post\//);
  await page.goBack();
  await isBackAt(page, link, y);
  await expect(cards(page)).toHaveCount(150);
  await page.reload();
  await expect(cards(page)).toHaveCount(150);
  await expect.poll(async () => Math.abs((await height(page)) - y)).toBeLessThan(3);

  await page.getByRole("button", { name: "Load more" }).focus();
  for (let tab = 0; tab < 4; tab++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest("footer") !== null)) break;
  }
  await expect(page.locator("footer :focus")).toBeInViewport();
});

test("the address of a long list gives its last page, and a way to those before", { tag: "@once" }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("list-mode", "more"));
  await page.goto("/posts?o=100");
  await expect(cards(page)).toHaveCount(50);
  await page.getByRole("button", { name: "Load earlier posts" }).click();
  await expect(cards(page)).toHaveCount(100);
  await expect(page).toHaveURL(/\?o=100$/);
  await page.route("**/api/v1/posts?*o=150*", (route) =>
    route.fulfill({ status: 500, json: { error: "No." } }),
  );
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("alert")).toContainText("Something went wrong on the server.");
  await expect(cards(page)).toHaveCount(100); // what is there stays
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cards(page)).toHaveCount(150);
});

test("Continue comes back to the height of a page that was read, and in a new tab to the image that was open", {
  tag: "@once",
}, async ({ page, context }) => {
  const address = await postWithManyImages(page, 4);
  await page.goto(address);
  const image = page.locator("main [data-image-path]").nth(3);
  await image.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("reading") ?? "{}").y))
    .toBeGreaterThan(50);
  await visit(page, "/");
  await page.getByRole("region", { name: "Continue" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect.poll(() => height(page)).toBeGreaterThan(50);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  await expect(viewer.getByText(/Image 1 of/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText(/Image 3 of/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("reading"))).toContain('"number":3');
  const heading = await page.locator("h1").textContent();
  await page.close();

  const again = await context.newPage();
  await again.goto("/");
  const card = again.getByRole("region", { name: "Continue" });
  await expect(card).toContainText(heading ?? "");
  await expect(card).toContainText(/Image 3 of/);
  await card.getByRole("link").click();
  await expect(again.getByRole("dialog", { name: "Image viewer" }).getByText(/Image 3 of/)).toBeVisible();
  await again.keyboard.press("Escape");
  await visit(again, "/");
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card).toHaveCount(0);
  await again.reload();
  await expect(again.locator("h1")).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("the way to the top comes after one screen and covers no link", async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/posts");
  await expect(cards(page)).toHaveCount(50);
  const button = page.getByRole("button", { name: "Back to top" });
  const screen = page.viewportSize()?.height ?? 800;
  await page.evaluate((y) => scrollTo(0, y - 10), screen);
  await painted(page);
  await expect(button).toHaveCount(0);
  await page.evaluate((y) => scrollTo(0, y + 10), screen);
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  const bar = isMobile ? await page.getByRole("navigation", { name: "Bottom" }).boundingBox() : null;
  if (bar !== null) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar.y);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const isUncovered = (element: Element) => {
    const { left, top, width, height: tall } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + tall / 2));
  };
  for (const link of await page.locator("footer a").all())
    await expect.poll(() => link.evaluate(isUncovered)).toBe(true);
  await button.click();
  await expect.poll(() => height(page)).toBe(0);
  await expect(page.locator("h1")).toBeFocused();
});

test("a middle click on a card opens a tab", { tag: "@once" }, async ({ page, context }) => {
  const [post] = await newestPosts(page);
  await page.goto("/contact");
  for (const [address, link] of [
    ["/posts", `main li article a[href*='/post/${post?.id}']`],
    ["/artists", "main li article h2 a"],
    ["/dms", "main li article header a"],
  ] as const) {
    await visit(page, address);
    const target = page.locator(link).first();
    const href = await target.getAttribute("href");
    const opened = context.waitForEvent("page");
    await target.click({ button: "middle" });
    const tab = await opened;
    await expect.poll(() => new URL(tab.url()).pathname).toBe(href?.split("?")[0]);
    await tab.close();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  }
});

test("a chat come back to, or loaded again, stands where it was left", { tag: "@once" }, async ({ page }) => {
  const { results } = (await (await page.request.get("/api/v1/artists/updated")).json()) as {
    results: { service: string; id: string }[];
  };
  const server = results.find(({ service }) => service === "discord")?.id ?? "";
  const { channels } = (await (await page.request.get(`/api/v1/discord/server/${server}`)).json()) as {
    channels: { id: string; type: number; post_count: number }[];
  };
  const [channel] = channels.filter(({ type }) => type !== 4).sort((a, b) => b.post_count - a.post_count);
  await page.goto(`/discord/server/${server}/${channel?.id}`);
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(() => height(page)).toBeGreaterThan(0); // it begins at the newest
  const middle = Math.round((await height(page)) / 2);
  await page.evaluate((to) => scrollTo(0, to), middle);
  const y = await scrollEnded(page);
  await page.evaluate(() => document.querySelector<HTMLElement>("main a[href$='/links']")?.click());
  await expect(page).toHaveURL(/\/links$/);
  await page.goBack();
  await expect.poll(async () => Math.abs((await height(page)) - y)).toBeLessThan(3);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await picturesLoaded(page);
  await expect.poll(async () => Math.abs((await height(page)) - y)).toBeLessThan(3);
});
