import { expect, type Page, test } from "playwright/test";
import { watchConsole } from "./page.ts";
import { allScreens } from "./screens.ts";

const startIn = (page: Page, locale: string) =>
  page.addInitScript((tag) => localStorage.setItem("locale", tag), locale);

async function settled(page: Page): Promise<void> {
  await expect(page.locator("h1")).toBeVisible();
  await expect(
    page.locator("[role=status][aria-label^=Loading], [role=status][aria-label^=Łóáďíñǧ]"),
  ).toHaveCount(0);
}

/** The select, on a phone in the sidebar that has to be opened first. */
async function languages(page: Page, isMobile: boolean) {
  if (isMobile) await page.locator("[aria-controls=sidebar]").filter({ visible: true }).click();
  return page.locator("#language");
}

test.describe("in a Japanese browser", () => {
  test.use({ locale: "ja-JP" });

  test("Japanese is what comes first, not English for a moment", async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.querySelector("h1")?.textContent ?? "")).observe(
        document,
        {
          childList: true,
          subtree: true,
          characterData: true,
        },
      );
    });
    await page.goto("/posts");
    await expect(page.locator("h1")).toHaveText("投稿");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
    await expect(page).toHaveTitle("投稿 · Roost");
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)].filter((text) => text !== "")).toEqual(["投稿"]);
  });

  test("counts are written as the language writes them", async ({ page }) => {
    const answer = (await (await page.request.get("/api/v1/posts")).json()) as { true_count: number };
    await page.goto("/");
    const count = await page.evaluate((n) => new Intl.NumberFormat("ja").format(n), answer.true_count);
    await expect(page.getByText(`投稿${count}件`)).toBeVisible();
  });
});

test.describe("in a Chinese browser", () => {
  test.use({ locale: "zh-CN" });
  test("simplified Chinese is shown, also for what is not there", async ({ page }) => {
    await page.goto("/posts?q=zzzzqqqqxxxx");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
    await expect(page.getByText("这里只有我们几只小鸡！")).toBeVisible();
    await expect(page.locator("h1")).toHaveText("“zzzzqqqqxxxx”的帖子");
  });
});

test("a language is chosen without a reload, keeps the focus, and is kept", async ({ page, isMobile }) => {
  await page.goto("/posts");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await (await languages(page, isMobile)).selectOption({ label: "日本語" });
  await expect(page.locator("h1")).toHaveText("投稿");
  await expect(page.locator(isMobile ? "h1" : "#language")).toBeFocused();
  await expect(page).toHaveTitle("投稿 · Roost");
  await expect(page.locator("main article")).toHaveCount(50);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.locator("h1")).toHaveText("投稿");
  await (await languages(page, isMobile)).selectOption({ label: "English" });
  await expect(page.locator("h1")).toHaveText("Posts");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("an address can ask for a language", async ({ page }) => {
  await page.goto("/artists?lang=zh-Hans");
  await expect(page.locator("h1")).toHaveText("创作者");
  await page.goto("/artists?lang=nonsense");
  await expect(page.locator("h1")).toHaveText("Creators");
});

test("a language that does not come changes nothing and says so", async ({ page, isMobile }) => {
  await page.route("**/assets/ja-*.js", (route) => route.abort());
  await page.goto("/posts");
  await (await languages(page, isMobile)).selectOption("ja");
  await expect(page.getByText("Couldn't load this language.")).toBeVisible();
  await expect(page.locator("h1")).toHaveText("Posts");
  expect(await page.evaluate(() => localStorage.getItem("locale"))).toBeNull();
});

test.describe("with the worker", () => {
  test.use({ serviceWorkers: "allow" });
  test("all languages are there without a connection", async ({ page, context, isMobile }) => {
    await page.goto("/posts");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await expect(page.locator("main article")).toHaveCount(50);
    await context.setOffline(true);
    for (const [name, words] of [
      ["日本語", "オフラインです。閲覧したページは表示できます。"],
      ["简体中文", "您已离线，浏览过的页面仍可查看。"],
    ] as const) {
      await (await languages(page, isMobile)).selectOption({ label: name });
      await expect(page.getByText(words)).toBeVisible();
    }
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  });
});

/** Words in plain letters that are neither a visitor's or creator's own, nor a name, nor marked as another language. */
function plainWords(): string[] {
  const own = "time, code, pre, kbd, [translate=no], [lang]:not(html), script, style, noscript, svg";
  const changed = /[áƀčďéƒǧħíĵķłɱñóṕɋřšŧúṽŵẋýž]/i;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, nodeValue: text } = walker.currentNode;
    // Sizes are the browser's words: 1.5 MB.
    const words = (text ?? "").replace(/\d\s?([kMG]B|byte)/g, "");
    if (parent?.closest(`${own}, [dir=auto], bdi`) === null && /[a-z]{2}/i.test(words))
      found.push(`${parent.tagName} “${text?.trim()}”`);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = (element.getAttribute(name) ?? "").replace(/[0-9a-f]{64}/g, "");
      const isContent = name !== "placeholder" && element.getAttribute("dir") === "auto";
      if (!isContent && element.closest(own) === null && /[a-z]{2}/i.test(text) && !changed.test(text))
        found.push(`${element.tagName} ${name}=“${text}”`);
    }
  return [...new Set(found)];
}

const collect = async (page: Page, name: string) =>
  (await page.evaluate(plainWords)).map((words) => `${name}: ${words}`);

test.describe("in the pseudo-language", () => {
  test("neither the search nor a failure has words that are not in the catalogs", async ({ page }) => {
    await startIn(page, "en-XA");
    await page.goto("/");
    await page.getByRole("combobox").first().fill("lantern");
    await expect(page.getByRole("option").nth(1)).toBeVisible();
    expect(await collect(page, "search")).toEqual([]);
    await page.route(/\/api\/v1\/posts\?/, (route) => route.fulfill({ status: 400, json: { error: "No." } }));
    await page.goto("/posts?q=broken");
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await collect(page, "failure")).toEqual([]);
  });
});

test.describe("from the right, with the worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("every screen has its words from the catalogs and its direction, fits, and leaves no error in the console", async ({
    page,
  }) => {
    test.slow(); // dozens of screens, each until the network is quiet
    const faults = watchConsole(page);
    await startIn(page, "ar-XB"); // the pseudo-language, written from the right
    const found: string[] = [];
    for (const { name, address } of await allScreens(page)) {
      await page.goto(address);
      await settled(page);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("html")).toHaveAttribute("lang", "ar-XB");
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      found.push(...(await collect(page, name)));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push(`${name} is too wide`);
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });
});
