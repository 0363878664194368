/** Tests that the server renders pages before the app's code has loaded, and that the app keeps them. */
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { addressOf, interactive, openRendered, postWithImages, watchConsole } from "./page.ts";

test.use({
  storageState: { cookies: [], origins: [] },
  // A phone's browser sends this by itself.
  extraHTTPHeaders: async ({ isMobile }, use) => use(isMobile ? { "sec-ch-ua-mobile": "?1" } : {}),
});

declare global {
  var renderedElements: Element[] | undefined;
}

/** The app's code waits until it is released. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page may be gone
  });
  return release;
}

async function mainScreens(page: Page): Promise<string[]> {
  const post = await postWithImages(page);
  return [
    "/",
    "/artists",
    "/posts",
    `/${post.service}/user/${encodeURIComponent(post.user)}`,
    addressOf(post),
  ];
}

/** Remembers the elements of the rendered screen, for `lostElements`; not signs on pictures and banners, which go by choices of the device. */
async function rememberElements(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      globalThis.renderedElements = [
        ...document.querySelectorAll("#root :is(header, nav, main, article, section) *"),
      ].filter(
        (element) =>
          !element.matches(
            '[data-cover] > [aria-hidden], [data-cover] > [aria-hidden] *, [src^="/banners/"]',
          ),
      );
    }),
  );
}

const lostElements = (page: Page) =>
  page.evaluate(() =>
    (globalThis.renderedElements ?? [document.body])
      .filter((element) => !element.isConnected && element.parentElement?.closest("[data-cover-in]") == null)
      .map((element) => element.outerHTML.slice(0, 200)),
  );

interface Visitor {
  name: string;
  locale: string;
  cookies?: Record<string, string>;
  storage?: Record<string, string>;
  lang: string;
  /** Main screens that are opened, by number; all by default. */
  screens?: number[];
  /** The same for a phone; none if nothing of it depends on the width. */
  onPhone?: number[];
}

const STORED = {
  theme: "dark",
  dates: "relative",
  "data-saver": "on",
  sidebar: "closed",
  cards: '{"density":"compact","shape":"wide"}',
  media: '{"all":true,"asked":true}',
};
const VISITORS: Visitor[] = [
  { name: "a new visitor", locale: "en-US", lang: "en" },
  // Between them these two see each screen in another language.
  { name: "a Japanese visitor", locale: "ja-JP", lang: "ja", screens: [0, 3, 4], onPhone: [] },
  {
    name: "a visitor who chose Chinese and the dark theme",
    locale: "en-US",
    cookies: { locale: "zh-Hans", theme: "dark" },
    storage: { locale: "zh-Hans", theme: "dark" },
    lang: "zh-Hans",
    screens: [1, 2],
    onPhone: [],
  },
  {
    name: "a visitor whose choices only the device has",
    locale: "en-US",
    storage: STORED,
    lang: "en",
    onPhone: [1, 4],
  },
  {
    name: "a visitor whose choices came as cookies",
    locale: "en-US",
    storage: { ...STORED, "list-mode": "more" },
    cookies: { ...STORED, "list-mode": "more" },
    lang: "en",
    onPhone: [0, 2, 3],
  },
];

async function visit(context: BrowserContext, origin: string, { cookies = {}, storage = {} }: Visitor) {
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: origin })),
  );
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
}

for (const visitor of VISITORS)
  test(`the main screens are rendered for ${visitor.name}, and hydrated in place`, {
    tag: visitor.onPhone?.length === 0 ? "@once" : [],
  }, async ({ browser, baseURL, isMobile, viewport }) => {
    const context = await browser.newContext({
      baseURL,
      locale: visitor.locale,
      viewport,
      isMobile,
      serviceWorkers: "block",
      storageState: { cookies: [], origins: [] },
      ...(isMobile ? { extraHTTPHeaders: { "sec-ch-ua-mobile": "?1" } } : {}),
    });
    await visit(context, baseURL ?? "", visitor);
    const page = await context.newPage();
    await rememberElements(page);
    const faults = watchConsole(page);
    const requested: string[] = [];
    page.on("domcontentloaded", () => {
      requested.length = 0; // of a page that came without its screen
    });
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The browser searches the whole list of creators, reads comments below the fold when they are near, and asks for
      // takedowns some seconds after the start.
      if (/^\/api\/v1\/(?!creators\b|removed$|.*\/comments$)/.test(pathname)) requested.push(pathname);
    });
    const screens = await mainScreens(page);
    const opened = isMobile ? visitor.onPhone : visitor.screens;
    for (const address of opened?.map((at) => screens[at] ?? "") ?? screens) {
      await openRendered(page, address);
      expect(await page.locator("html").getAttribute("lang"), address).toBe(visitor.lang);
      await interactive(page);
      expect({ address, lost: await lostElements(page), requested, faults }).toEqual({
        address,
        lost: [],
        requested: [],
        faults: [],
      });
    }
    await context.close();
  });

test("buttons pressed and words typed before the app listens act on the same elements, and the focus stays", async ({
  page,
}) => {
  const release = await holdCode(page);
  await openRendered(page, "/posts");
  const menu = page.locator("button[aria-controls=sidebar]:visible").last();
  const before = await menu.getAttribute("aria-expanded");
  await menu.click();
  await menu.click(); // out of impatience
  const field = page.locator("main form input").first();
  await field.fill("lantern");
  release();
  await interactive(page);
  await expect(menu).not.toHaveAttribute("aria-expanded", before ?? "");
  await expect(field).toHaveValue("lantern");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=lantern$/);
});

test("a link on a rendered page works before the app listens", { tag: "@once" }, async ({ page }) => {
  const release = await holdCode(page);
  await openRendered(page, "/posts");
  const card = page.locator("main article a").first();
  const href = await card.getAttribute("href");
  await card.click();
  await expect(page).toHaveURL((url) => url.pathname === href);
  release();
  await interactive(page);
  await expect(page.locator("main h1")).toBeVisible();
});

test("a select that was changed early filters, and a covered picture that was pressed asks", {
  tag: "@once",
}, async ({ page }) => {
  let release = await holdCode(page);
  await openRendered(page, "/artists");
  await page.locator("select[name=service]").selectOption("fanbox");
  await page.locator("h1").click();
  await page.keyboard.press("b");
  release();
  await interactive(page);
  await expect(page).toHaveURL(/service=fanbox/);
  await expect(page.getByText("All media is hidden.")).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  await page.unrouteAll({ behavior: "ignoreErrors" });
  release = await holdCode(page);
  await openRendered(page, addressOf(await postWithImages(page)));
  const picture = page.getByRole("button", { name: /^View .* 1 of/ });
  await picture.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await picture.click();
  release();
  await interactive(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test("a choice made while the page is being hydrated is kept", { tag: "@once" }, async ({ page }) => {
  // React registers its listeners before it hydrates anything: the choice is made right then.
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...listener: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, listener);
      if (listener[0] !== "change" || !(this instanceof Element) || this.id !== "root") return;
      EventTarget.prototype.addEventListener = addEventListener;
      const select = document.querySelector<HTMLSelectElement>("select[name=service]");
      if (select === null) return;
      select.value = "fanbox";
      for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true }));
    };
  });
  await openRendered(page, "/artists");
  await interactive(page);
  await expect(page).toHaveURL(/service=fanbox/);
});

test("a narrow window that the server takes for a wide one is not covered, nor are pictures whose cover is off", {
  tag: "@once",
}, async ({ page }) => {
  await page.setViewportSize({ width: 810, height: 1080 });
  await page.addInitScript(() => localStorage.setItem("media", '{"all":true,"asked":true}'));
  const release = await holdCode(page);
  await openRendered(page, "/posts");
  const sidebar = page.locator("#sidebar a");
  const sign = page.locator("main [data-cover] > [aria-hidden]");
  for (const rendered of [sidebar, sign]) {
    await expect(rendered).not.toHaveCount(0);
    await expect(rendered.first()).toBeHidden();
  }
  const menu = page.locator("button[aria-controls=sidebar]:visible");
  await menu.click();
  release();
  await interactive(page);
  await expect(sidebar.first()).toBeVisible();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
});

test("a rendered page is revalidated, varies by what it depends on, and the stored page has no screen", {
  tag: "@once",
}, async ({ request }) => {
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(address, { headers: { "accept-language": "en", ...headers } });
    return { body: await answer.text(), status: answer.status(), headers: answer.headers() };
  };
  await expect(async () => {
    const first = await get("/posts");
    expect(first.body).toContain("hydration-data");
    expect(first.headers["cache-control"]).toBe("no-cache");
    expect(first.headers["vary"]?.toLowerCase()).toContain("cookie, accept-language");
    expect(first.headers["set-cookie"]).toBeUndefined();
    const known = await get("/posts", { "if-none-match": first.headers["etag"] ?? "", cookie: "other=1" });
    expect(known.status).toBe(304);
  }).toPass();
  for (const plain of [
    await get("/index.html"),
    await get("/posts", { cookie: "ssr=0" }),
    await get("/posts?q=a"),
    await get("/settings"),
  ])
    expect(plain.body).not.toContain("hydration-data");
});

test("who has read something does not see the introduction of the home page at the first paint", async ({
  page,
}) => {
  const release = await holdCode(page);
  const introduction = page.getByRole("link", { name: "Browse posts" });
  const newest = page.getByRole("heading", { name: "Newest posts" });
  await openRendered(page, "/");
  await expect(newest).toBeVisible();
  await expect(introduction).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem(
      "visits",
      '[{"href":"/patreon/user/1","kind":"creator","service":"patreon","title":"A"}]',
    ),
  );
  await openRendered(page, "/");
  await expect(newest).toBeVisible();
  await expect(introduction).toBeHidden();
  release();
  await interactive(page);
  await expect(introduction).toHaveCount(0);
});
