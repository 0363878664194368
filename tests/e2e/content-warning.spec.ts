/** Media are covered until chosen. */
import { expect, type Page, test } from "playwright/test";
import { violations } from "./axe.ts";
import { addressOf, postWithImages, watchConsole } from "./page.ts";
import { findPost } from "./post-parts.ts";

test.use({ storageState: { cookies: [], origins: [] } }); // a first visit

const notice = (page: Page) => page.getByText(/^You are offline/);
const banner = (page: Page) => page.getByRole("complementary", { name: "Media is hidden" });
const cover = (page: Page) => page.locator("main article [data-cover]").first();
/** Whether anything lies over the media: all, some or none of them. */
const covered = (page: Page) =>
  page.locator("main [data-cover]").evaluateAll((boxes) => {
    const states = boxes.map((box) => getComputedStyle(box, "::after").display !== "none");
    return states.every((state) => state) ? "all" : states.some((state) => state) ? "some" : "none";
  });

test("first visit: all media are blurred and covered, nothing moves, and one press shows them for good", async ({
  page,
}) => {
  const faults = watchConsole(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/posts");
  // The server draws a first visit; the app comes by itself some seconds later.
  await expect(banner(page)).toContainText("Media is hidden until you choose.", { timeout: 30_000 });
  expect(await covered(page)).toBe("all");
  expect(
    await cover(page)
      .locator("img")
      .evaluate((image) => getComputedStyle(image).filter),
  ).toContain("blur");
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  // The parts that tell of the line come after the first screen.
  await expect(page.locator("#root [role=status]:not([aria-label])")).toBeAttached();
  await page.context().setOffline(true);
  const bottom = () => notice(page).evaluate((one) => one.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThan((await banner(page).boundingBox())?.y ?? 0);
  await page.context().setOffline(false);
  await expect(notice(page)).toHaveCount(0);

  await banner(page).getByRole("button", { name: "Always show" }).click();
  await expect(banner(page)).toHaveCount(0);
  expect(await covered(page)).toBe("none");
  await page.reload();
  await expect(cover(page)).toBeVisible();
  expect(await covered(page)).toBe("none");
  await expect(banner(page)).toHaveCount(0);
  expect(faults).toEqual([]);
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
    await page.waitForTimeout(300);
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
  expect(await covered(page)).toBe("some");
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
    await expect(page.getByRole("dialog", { name: "Image viewer" })).toHaveCount(0);
    await question.getByRole("button", { name: "Show once" }).click();
    expect(await covered(page)).toBe("none");
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
    expect(await other.evaluate(() => JSON.parse(localStorage.getItem("media") ?? "{}").services)).toEqual([
      "patreon",
    ]);
  });

  test("films are not even made while covered", async ({ page }) => {
    const film = (post: { attachments: { path: string }[] }) =>
      post.attachments.some(({ path }) => path.endsWith(".webm"));
    await page.goto(await findPost(page, film));
    const show = page.getByRole("button", { name: /^Show media: / }).first();
    await expect(show).toBeVisible();
    await expect(page.locator("video")).toHaveCount(0);
    await show.click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Always for / })
      .click();
    await expect(page.locator("video").first()).toBeVisible();
  });

  test("one key hides everything at once, the page's name too; text only shows no media at all", async ({
    page,
  }) => {
    await page.goto("/posts");
    await banner(page).getByRole("button", { name: "Always show" }).click();
    await page.locator("h1").focus();
    await page.keyboard.press("b");
    expect(await covered(page)).toBe("all");
    expect(await page.title()).toBe("Roost");
    await expect(page.getByText("All media is hidden.")).toBeVisible();
    await page.goto("/posts/tags");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tags");
    expect(await page.title()).toBe("Roost");
    await page.keyboard.press("b");
    await expect(page).toHaveTitle("Tags · Roost");
    await page.goto("/posts");
    await expect(cover(page)).toBeVisible();
    expect(await covered(page)).toBe("none");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await covered(page)).toBe("all");
    await page.getByRole("button", { name: /^Show again/ }).click();
    expect(await covered(page)).toBe("none");

    await page.goto("/settings");
    await page.getByRole("switch", { name: "Text only: never show media" }).click();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/\/(thumbnail|data)\//.test(request.url())) asked.push(request.url());
    });
    await page.goto("/posts");
    await expect(page.locator("main article").first()).toBeVisible();
    await expect(page.locator("main article img")).toHaveCount(0);
    expect(asked).toEqual([]);
  });

  test.describe("checked", () => {
    test.use({ bypassCSP: true });

    test("axe finds nothing in covered lists and posts, the question, and what is hidden or muted", async ({
      page,
    }) => {
      test.setTimeout(90_000);
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      const post = await postWithImages(page);
      await page.goto("/posts");
      await expect(banner(page)).toBeVisible();
      found.push(...(await violations(page, "first visit")));
      await page.goto(addressOf(post));
      await page.getByRole("button", { name: /^View .* 1 of/ }).click();
      await expect(page.getByRole("dialog", { name: "Show media?" })).toBeVisible();
      found.push(...(await violations(page, "question")));
      await page.keyboard.press("Escape");
      await banner(page).getByRole("button", { name: "Keep hidden" }).click();
      await page.keyboard.press("b");
      await page.getByRole("button", { name: "Mute creator" }).click();
      await expect(page.getByText("You muted this creator.")).toBeVisible();
      found.push(...(await violations(page, "covered post")));
      for (const mode of ["hide", "blur", "collapse"]) {
        await page.evaluate((one) => {
          const mutes: object = JSON.parse(localStorage.getItem("mutes") ?? "{}");
          localStorage.setItem(
            "mutes",
            JSON.stringify({ ...mutes, mode: one, tags: ["art"], words: ["猫"] }),
          );
        }, mode);
        await page.goto("/posts");
        await expect(page.getByText(/hidden by mutes|\d+ muted/)).toBeVisible();
        found.push(...(await violations(page, mode)));
      }
      await page.goto("/settings");
      await expect(page.getByRole("heading", { name: "Mutes" })).toBeVisible();
      found.push(...(await violations(page, "settings")));
      expect(found).toEqual([]);
    });
  });
});
