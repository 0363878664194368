/** The image viewer. */
import { expect, type Page, test } from "playwright/test";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { violations } from "./axe.ts";
import { deferredPartsLoaded, painted, visit, watchConsole } from "./page.ts";
import { envelopeOf, isImage, postWithManyImages } from "./post-parts.ts";

const viewer = (page: Page) => page.getByRole("dialog", { name: "Image viewer" });
const zoom = async (page: Page) =>
  Number(/\d+/.exec((await viewer(page).getByLabel("Zoom", { exact: true }).textContent()) ?? "")?.[0]);

/** Opens the first image of a post with at least four; gives how many there are. */
async function openFirst(
  page: Page,
  go = (address: string): Promise<unknown> => page.goto(address),
): Promise<number> {
  const address = await postWithManyImages(page, 4);
  const { previews } = await envelopeOf(page, address);
  await go(address);
  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  await expect(viewer(page)).toBeVisible();
  return new Set(previews.filter(isImage).map(({ path }) => path)).size;
}

async function loaded(page: Page): Promise<void> {
  await expect
    .poll(() =>
      viewer(page)
        .locator("img[src^='/data/']")
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  // The place is computed anew once the size is known.
  const shown = () =>
    viewer(page)
      .locator("img[src^='/data/']")
      .evaluate(
        (image: HTMLImageElement) => (image.getBoundingClientRect().width / image.naturalWidth) * 100,
      );
  await expect.poll(async () => Math.abs((await shown()) - (await zoom(page)))).toBeLessThan(1);
}

test("by keyboard alone: open, next, zoom, reset, full screen, close; focus comes back", {
  tag: "@once",
}, async ({ page }) => {
  const faults = watchConsole(page);
  const total = await openFirst(page);
  const first = page.getByRole("button", { name: /^View .* 1 of/ });
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(first).toBeFocused();

  await page.keyboard.press("Enter");
  await loaded(page);
  await expect(viewer(page).getByText(`Image 1 of ${total}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).getByText(`Image 2 of ${total}`)).toBeVisible();
  await loaded(page);

  const before = await zoom(page);
  await page.keyboard.press("+");
  await expect.poll(() => zoom(page)).toBe(before + 5);
  for (let press = 0; press < 60; press++) await page.keyboard.press("-");
  await expect.poll(() => zoom(page)).toBe(10);
  await page.keyboard.press("0");
  await expect.poll(() => zoom(page)).toBe(before);

  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await page.keyboard.press("s");
  await expect(viewer(page).getByRole("button", { name: "Slideshow" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("s");
  await expect(viewer(page).getByRole("button", { name: "Slideshow" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  // The slideshow may have turned the page.
  const shown = /\d+/.exec(
    await viewer(page)
      .getByText(/^Image \d+ of \d+$/)
      .innerText(),
  )?.[0];

  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: new RegExp(`^View .* ${shown} of`) })).toBeFocused();
  expect(faults).toEqual([]);
});

test("its code comes with the first image; the index goes round, and arrows do not leave the post", {
  tag: "@once",
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  const code = () => scripts.filter((url) => /assets\/Viewer-/.test(url));
  await page.goto("/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await deferredPartsLoaded(page);
  await painted(page);
  expect(code()).toEqual([]);
  const total = await openFirst(page, (address) => visit(page, address));
  expect(code()).not.toEqual([]);
  const address = page.url();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer(page).getByText(`Image ${total} of ${total}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).getByText(`Image 1 of ${total}`)).toBeVisible();
  await viewer(page).getByRole("navigation", { name: "All images" }).getByRole("button").nth(2).click();
  await expect(viewer(page).getByText(`Image 3 of ${total}`)).toBeVisible();
  expect(page.url()).toBe(address);
});

test("a neighbor is fetched before it is asked for", { tag: "@once" }, async ({ page, context }) => {
  await openFirst(page);
  await loaded(page);
  const { previews } = await envelopeOf(page, new URL(page.url()).pathname);
  const [, next] = new Set(previews.filter(isImage).map(({ path }) => path));
  const isFetched = () =>
    page.evaluate(
      (path) =>
        performance.getEntriesByType("resource").some((entry) => {
          const { name, responseEnd, initiatorType } = entry as PerformanceResourceTiming;
          return initiatorType === "img" && responseEnd > 0 && new URL(name).pathname === path;
        }),
      `/data${next}`,
    );
  await expect.poll(isFetched).toBe(true);
  await context.setOffline(true);
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).getByText(/^Image 2 of/)).toBeVisible();
  await loaded(page);
});

test("fits, wheel and double tap", async ({ page, isMobile }) => {
  await openFirst(page);
  await loaded(page);
  const stage = viewer(page).locator("img[src^='/data/']");
  const whole = await zoom(page);
  const fit = viewer(page).getByRole("button", { name: /^Fit/ });
  for (const mode of ["width", "height", "full size", "whole image"]) {
    await fit.click();
    await expect(fit).toHaveText(`Fit: ${mode}`);
    if (mode === "full size") await expect.poll(() => zoom(page)).toBe(100);
  }
  await expect.poll(() => zoom(page)).toBe(whole);
  if (isMobile) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await stage.boundingBox()) ?? {};
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    const client = await page.context().newCDPSession(page);
    const now = Date.now() / 1000;
    // With times of their own, as on a slow machine a second tap comes too late.
    for (const timestamp of [now, now + 0.1]) {
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints, timestamp });
      await client.send("Input.dispatchTouchEvent", {
        type: "touchEnd",
        touchPoints: [],
        timestamp: timestamp + 0.05,
      });
    }
  } else {
    await stage.hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(() => zoom(page)).toBe(whole + 5);
    await page.keyboard.press("0");
    await stage.dblclick();
  }
  await expect.poll(() => zoom(page)).toBeGreaterThan(whole * 1.5);
});

test("a swipe turns the page, two fingers zoom, a tap hides the tools", async ({ page, isMobile }) => {
  test.skip(!isMobile, "fingers");
  const total = await openFirst(page);
  await loaded(page);
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  await touch("touchStart", [300, 400]);
  for (const x of [250, 200, 150, 100]) await touch("touchMove", [x, 400]);
  await touch("touchEnd");
  await expect(viewer(page).getByText(`Image 2 of ${total}`)).toBeVisible();
  await loaded(page);
  const before = await zoom(page);
  await touch("touchStart", [180, 400], [220, 400]);
  for (const by of [20, 50, 80]) await touch("touchMove", [180 - by, 400], [220 + by, 400]);
  await touch("touchEnd");
  await expect.poll(() => zoom(page)).toBeGreaterThan(before * 2);
  await expect(viewer(page).getByText(`Image 2 of ${total}`)).toBeVisible();

  const close = viewer(page).getByRole("button", { name: "Close the viewer" });
  const strip = viewer(page).getByRole("navigation", { name: "All images" });
  await page.touchscreen.tap(195, 400);
  await expect(close).toBeHidden();
  await expect(strip).toBeHidden();
  await page.touchscreen.tap(195, 400);
  await expect(close).toBeVisible();
  await expect(strip).toBeVisible();
  await page.touchscreen.tap(195, 400);
  await expect(close).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(close).toBeVisible();
});

test("right to left, two side by side and a long strip are chosen in a menu, and kept", {
  tag: "@once",
}, async ({ page }) => {
  // Pages of a book are taller than wide; those of the sample vary.
  await page.route(/\/api\/v1\/\w+\/user\/[^/]+\/post\//, async (route) => {
    const response = await route.fetch();
    const post = (await response.json()) as PostEnvelope;
    const previews = post.previews.map((preview) => ({ ...preview, width: 2, height: 3 }));
    await route.fulfill({ response, json: { ...post, previews } });
  });
  const total = await openFirst(page);
  const choose = async (name: string) => {
    await viewer(page).getByRole("button", { name: "Layout" }).click();
    await viewer(page).getByRole("button", { name, exact: true }).click();
  };
  const position = (text: string) => expect(viewer(page).getByText(text, { exact: true })).toBeVisible();
  await choose("Right to left");
  await page.keyboard.press("ArrowLeft");
  await position(`Image 2 of ${total}`);
  await page.keyboard.press("ArrowRight");
  await position(`Image 1 of ${total}`);

  await choose("Two side by side");
  await position(`Image 1 of ${total}`); // the cover
  await page.keyboard.press("ArrowLeft");
  await position(`Images 2 to 3 of ${total}`);
  const originals = viewer(page).locator("img[src^='/data/']");
  await expect(originals).toHaveCount(2);
  // The second page is on the left, and they touch.
  await expect
    .poll(async () => {
      const [second, first] = await originals.evaluateAll((images) =>
        images.map((image) => image.getBoundingClientRect().toJSON() as DOMRect).reverse(),
      );
      if (first === undefined || second === undefined || first.width === 0) return "not shown";
      const isClose = (a: number, b: number) => Math.abs(a - b) < 1;
      return isClose(second.right, first.left) && isClose(second.height, first.height);
    })
    .toBe(true);
  await page.keyboard.press("ArrowRight");
  await position(`Image 1 of ${total}`);

  await choose("Long strip");
  const strip = viewer(page).getByRole("region", { name: "Long strip" });
  await expect(strip.getByRole("img")).toHaveCount(total);
  await page.keyboard.press("End");
  await position(`Image ${total} of ${total}`);
  await strip.evaluate((box) => box.scrollTo(0, 0));
  await position(`Image 1 of ${total}`);
  expect(await violations(page, "a long strip")).toEqual([]);

  await page.reload();
  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  await expect(strip).toBeVisible();
  await choose("One image");
  await expect(strip).toHaveCount(0);
  await loaded(page);
});

test("originals that fail leave their previews, with a retry that works", { tag: "@once" }, async ({
  page,
}) => {
  await page.route("**/data/**", (route) =>
    new URL(route.request().url()).pathname.startsWith("/data/")
      ? route.fulfill({ status: 500, body: "" })
      : route.fallback(),
  );
  await openFirst(page);
  await expect(viewer(page).getByRole("alert")).toContainText(
    "The original didn't load. Showing the preview.",
  );
  const shown = viewer(page).locator("img:not(nav img)");
  await expect(shown).toHaveCount(1);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.unroute("**/data/**");
  await viewer(page).getByRole("button", { name: "Retry" }).click();
  await loaded(page);
  await expect(viewer(page).getByRole("alert")).toHaveCount(0);
});

test("previews instead of originals are chosen once for the device", { tag: "@once" }, async ({ page }) => {
  await openFirst(page);
  await viewer(page).getByRole("button", { name: "Originals" }).click();
  await expect(viewer(page).locator("img[src^='/data/']")).toHaveCount(0);
  await page.reload();
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET") fetched.push(new URL(request.url()).pathname); // sizes are asked for by HEAD
  });
  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  await expect(viewer(page).getByRole("button", { name: "Originals" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).getByText(/^Image 2 of/)).toBeVisible();
  await expect
    .poll(() =>
      viewer(page)
        .locator("img")
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).complete)),
    )
    .toBe(true);
  await painted(page);
  expect(fetched.filter((path) => path.startsWith("/data/"))).toEqual([]);
});
