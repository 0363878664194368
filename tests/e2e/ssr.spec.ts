/** What the server draws for a first visitor, before the app's code has come. */
import { expect, type Page, test } from "playwright/test";
import { addressOf, noteFirst, postWithImages } from "./page.ts";

test.use({ storageState: { cookies: [], origins: [] } });

/** The app's code waits until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page may be gone
  });
  return letGo;
}

const stands = (page: Page) => expect(page.locator("#drawn, .boot")).toHaveCount(0);

/** Where the things of the screen are, without those that come later. */
async function boxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("header, h1, main form, main li, main article, main img, main p")]
      .filter((element) => element.getBoundingClientRect().top < innerHeight)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, ...[x, y, width, height].map(Math.round)].join(" ");
      }),
  );
}

test("a first visitor sees each main screen before its code, and the app takes over in place", async ({
  page,
  isMobile,
}) => {
  test.setTimeout(90_000);
  if (isMobile) await page.setExtraHTTPHeaders({ "sec-ch-ua-mobile": "?1" }); // as phones say
  const post = await postWithImages(page);
  await page.addInitScript(() => localStorage.clear()); // as new to each of them
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  for (const address of ["/", "/artists", "/posts", creator, addressOf(post)]) {
    const letGo = await holdCode(page);
    await expect(async () => {
      await page.goto(address, { waitUntil: "commit" });
      // A busy server may send the page without the screen.
      await expect(page.locator("#drawn h1").first()).toBeVisible({ timeout: 5_000 });
    }, address).toPass();
    const main = page.locator("#drawn main");
    await expect(main.locator("a[href^='/']").first(), address).toBeVisible();
    await page.waitForLoadState("load");
    await expect(page.locator("[data-later]")).toHaveCount(0); // it comes from the top down
    const before = await boxes(page);
    expect(before.length, address).toBeGreaterThan(5);
    await page.keyboard.press("Shift"); // somebody is there: the app does not wait for its four seconds
    letGo();
    await stands(page);
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    expect(await boxes(page), address).toEqual(before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  expect(complaints).toEqual([]);
});

test("the app starts with the first sign of somebody, and without one by itself", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the same code");
  const isUp = page.locator("html[data-app]");
  await noteFirst(page, "html[data-app]");
  await page.addInitScript(() => localStorage.clear()); // as new each time
  const open = () =>
    expect(async () => {
      await page.context().clearCookies();
      await page.goto("/posts");
      await expect(page.locator("#drawn h1")).toBeVisible({ timeout: 5_000 });
    }).toPass();
  await open();
  await expect(isUp).toHaveCount(1, { timeout: 20_000 });
  expect(await page.evaluate(() => globalThis.firstAt)).toBeGreaterThan(4_000);

  await page.addInitScript(() => {
    const real = globalThis.setTimeout;
    const never = (act: TimerHandler, ms?: number) => (ms === 4_000 ? 0 : real(act, ms));
    globalThis.setTimeout = never as typeof setTimeout;
  });
  await open();
  await page.waitForTimeout(1_000);
  await expect(isUp).toHaveCount(0);
  await expect(async () => {
    await page.mouse.move(200, 200 + Math.random() * 100); // the script that listens may be on its way
    await expect(isUp).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
});

test("words that were typed before the app was there stay, and so does the focus", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the same code");
  const letGo = await openDrawn(page, "/posts");
  const field = page.locator("main input[type=search]");
  await field.fill("lantern");
  letGo();
  await stands(page);
  await expect(field).toHaveValue("lantern");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=lantern$/);
});

/** Opens an address whose code waits; a busy server may send the page without the screen. */
async function openDrawn(page: Page, address: string): Promise<() => void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const letGo = await holdCode(page);
  await expect(async () => {
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("#drawn h1").first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return letGo;
}

test("what was pressed and chosen before the app was there is done when it is, where the page was", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the same code");
  let letGo = await openDrawn(page, "/artists");
  await page.locator("#drawn select[name=service]").selectOption("fanbox");
  await page.locator("#drawn h1").click();
  await page.keyboard.press("b");
  letGo();
  await stands(page);
  await expect(page).toHaveURL(/service=fanbox/);
  await expect(page.getByText("All media is hidden.")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  letGo = await openDrawn(page, addressOf(await postWithImages(page)));
  const picture = page.getByRole("button", { name: /^View .* 1 of/ });
  await picture.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await picture.click();
  await picture.click(); // out of impatience
  letGo();
  await stands(page);
  await expect(page.getByRole("dialog", { name: "Show media?" })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test("a drawn page is looked up anew each time, by the same request the same; the page that is kept is not drawn", async ({
  request,
  isMobile,
}) => {
  test.skip(isMobile, "the same code");
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(address, { headers: { "accept-language": "en", ...headers } });
    return { body: await answer.text(), status: answer.status(), headers: answer.headers() };
  };
  let first = await get("/posts");
  await expect(async () => {
    first = await get("/posts"); // a busy server may send it without
    expect(first.body).toContain('<template id="drawing">');
  }).toPass();
  expect(first.headers["cache-control"]).toBe("no-cache");
  expect(first.headers["vary"]?.toLowerCase()).toContain("accept-language");
  expect(first.headers["set-cookie"]).toBeUndefined();
  await expect(async () => {
    const same = await get("/posts", { cookie: "thumbSize=300; anything=1" });
    expect(same.headers["etag"]).toBe(first.headers["etag"]);
    const known = await get("/posts", { "if-none-match": first.headers["etag"] ?? "" });
    expect(known.status).toBe(304);
  }).toPass();
  for (const plain of [await get("/index.html"), await get("/posts", { "accept-language": "ja" })]) {
    expect(plain.body).not.toContain("drawing");
    expect(plain.headers["etag"]).not.toBe(first.headers["etag"]);
  }
});

const CHOICES = [
  ["mutes", { storage: "mutes" }],
  ["another language", { locale: "ja-JP" }],
] as const;
for (const [name, choice] of CHOICES)
  test(`nothing is drawn for a visitor with ${name}`, async ({ browser, baseURL, isMobile }) => {
    test.skip(isMobile, "the same code");
    const origins =
      "storage" in choice
        ? [{ origin: new URL(baseURL ?? "").origin, localStorage: [{ name: choice.storage, value: "{}" }] }]
        : [];
    const context = await browser.newContext({
      locale: "locale" in choice ? choice.locale : "en-US",
      storageState: { cookies: [], origins },
    });
    const page = await context.newPage();
    const pictures: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(data|thumbnail|icons|banners|inline)\//.test(pathname)) pictures.push(pathname);
    });
    const letGo = await holdCode(page);
    await page.goto(new URL("/posts", baseURL).href, { waitUntil: "commit" });
    await expect(page.locator(".boot")).toBeVisible();
    await page.waitForFunction(() => document.readyState !== "loading");
    expect(pictures).toEqual([]);
    expect(await page.locator("[data-drawn=style], #drawing").count()).toBe(0);
    await expect(page.locator("#drawn h1:visible")).toHaveCount(0);
    letGo();
    await stands(page);
    await expect(page.locator("main li").first()).toBeVisible();
    await context.close();
  });
