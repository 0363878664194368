/** Media are covered until chosen. */
import { expect, type Page, test } from "playwright/test";
import { addressOf, openRendered, picturesLoaded, postWithImages, watchConsole } from "./page.ts";

test.use({ storageState: { cookies: [], origins: [] } }); // a first visit

const banner = (page: Page) => page.getByRole("complementary", { name: "Media is hidden" });
const cover = (page: Page) => page.locator("main article [data-cover]").first();
/** Reports how much of the media is covered: all, some or none. */
const covered = (page: Page) =>
  page.locator("main [data-cover]").evaluateAll((boxes) => {
    const states = boxes.map((box) => getComputedStyle(box, "::after").display !== "none");
    return states.every((state) => state) ? "all" : states.some((state) => state) ? "some" : "none";
  });

test("first visit: all media are covered and nothing moves", async ({ page }) => {
  const faults = watchConsole(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  // The server draws a first visit; the app comes by itself some seconds later.
  await openRendered(page, "/posts");
  await expect(banner(page)).toContainText("Media is hidden until you choose.");
  await expect(cover(page)).toBeVisible();
  expect(await covered(page)).toBe("all");
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  expect(faults).toEqual([]);
});

test.describe("at the first paint, before the app runs", () => {
  test.use({ javaScriptEnabled: false });
  test("hidden media say that they are, and how to show them", async ({ page }) => {
    await openRendered(page, "/posts");
    await expect(cover(page)).toContainText("Media hidden");
    await expect(page.getByRole("main").getByRole("button", { name: "Show media" })).toBeInViewport();
    const text = await page.getByRole("main").getByRole("button", { name: "Show media" }).boundingBox();
    expect(text?.width).toBeGreaterThan(80); // words, not a sign alone
  });
});

test("no frame shows a picture uncovered, and a kept choice is there before the first paint", async ({
  page,
}) => {
  const watch = () => {
    const bare: string[] = [];
    Object.assign(window, { bare });
    const look = () => {
      for (const box of document.querySelectorAll("[data-cover]"))
        if (getComputedStyle(box, "::after").display === "none") bare.push(box.outerHTML.slice(0, 80));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  await page.addInitScript(watch);
  const { service } = await postWithImages(page);
  for (const address of ["/posts", addressOf(await postWithImages(page))]) {
    await page.goto(address);
    await expect(page.locator("main [data-cover]").first()).toBeVisible();
    await picturesLoaded(page);
    expect(await page.evaluate(() => (window as unknown as { bare: string[] }).bare)).toEqual([]);
  }
  await page.evaluate(
    (one) => localStorage.setItem("media", JSON.stringify({ services: [one], asked: true })),
    service,
  );
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      Object.assign(window, { atStart: document.documentElement.dataset["media"]?.trim() });
    });
  });
  await page.goto("/posts");
  await expect(cover(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { atStart: string }).atStart)).toBe(service);
  await expect.poll(() => covered(page)).toBe("some"); // the first cards may be of one service
});

test("a service needs no style of its own: its name in the stored choice and on a box is enough", async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem("media", JSON.stringify({ services: ["thirteenth"], asked: true })),
  );
  await page.goto("/contact");
  const shown = await page.evaluate(() =>
    ["thirteenth", "fourteenth"].map((service) => {
      const box = document.createElement("div");
      box.dataset["cover"] = service;
      const text = document.createElement("div");
      text.dataset["coverIn"] = service;
      for (const one of [box, text]) one.append(document.createElement("img"));
      document.body.append(box, text);
      return [
        getComputedStyle(box, "::after").display,
        ...[box, text].map((one) => getComputedStyle(one.firstElementChild as Element).filter),
        getComputedStyle(text.firstElementChild as Element).objectPosition,
      ];
    }),
  );
  expect(shown).toEqual([
    ["none", "none", "none", "50% 50%"],
    ["grid", "blur(12px)", "blur(12px)", `-${await page.evaluate(() => innerWidth)}px 0px`],
  ]);
});

test.describe("once the app is there at once", () => {
  test.beforeEach(({ context, baseURL }) =>
    context.addCookies([{ name: "ssr", value: "0", url: baseURL ?? "" }]),
  );

  test("a covered picture of a post asks; this time lasts for the tab, a service for good", async ({
    page,
    context,
  }) => {
    const post = await postWithImages(page);
    await page.goto(addressOf(post));
    const picture = page.getByRole("button", { name: /^View .* 1 of/ });
    await picture.click();
    const question = page.getByRole("dialog", { name: "Show media?" });
    await expect(question).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Image viewer" })).toHaveCount(0);
    await question.getByRole("button", { name: "Show once" }).click();
    await expect.poll(() => covered(page)).toBe("none");
    await page.reload();
    await expect(picture).toBeVisible();
    expect(await covered(page)).toBe("none");
    await picture.click();
    await expect(page.getByRole("dialog", { name: "Image viewer" })).toBeVisible();

    const other = await context.newPage(); // another tab knows nothing of this time
    await other.goto(addressOf(post));
    await expect(other.getByRole("button", { name: /^View .* 1 of/ })).toBeVisible();
    expect(await covered(other)).toBe("all");
    await other.goto("/settings");
    const media = other.getByRole("region", { name: "Media" });
    await media.getByRole("group", { name: "Show media from" }).getByRole("switch").first().click();
    await expect
      .poll(() => other.evaluate(() => JSON.parse(localStorage.getItem("media") ?? "{}").services))
      .toEqual(["patreon"]);
  });
});
