/** The library stands as it was left, before the app's own code. */
import { expect, type Page, test } from "playwright/test";
import { addressOf, noteFirst } from "../e2e/page.ts";
import { keyOf, postWithImages, savePost, withWorker } from "./saved.ts";

test.use({ serviceWorkers: "allow" });

const kept = (page: Page) => page.evaluate(() => localStorage.getItem("snapshot"));
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header, h1, main article, main h2, main img, main select")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.tagName, ...[x, y, width, height].map(Math.round)].join(" ");
    }),
  );

test("the library stands as it was left until the app takes it over, and never shows what was deleted", async ({
  page,
  context,
}) => {
  await withWorker(page);
  const post = await postWithImages(page, 1);
  await page.goto(addressOf(post));
  await savePost(page, keyOf(post));
  await page.goto("/saved");
  await expect(page.locator("main article h2")).toHaveText(post.title.trim());
  await expect.poll(() => kept(page)).toContain(post.title.trim());
  const before = await boxes(page);

  await context.setOffline(true);
  await noteFirst(page, "#snapshot article h2");
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (document.documentElement?.dataset["app"] === undefined) return;
      watch.disconnect();
      globalThis.upAt = performance.now();
    }).observe(document, { attributes: true, subtree: true });
  });
  // On a busy machine the app may be up before it; then there is nothing to see, and the next start shows it.
  await expect(async () => {
    await page.goto("/saved");
    await expect(page.locator("html[data-app] main article h2")).toHaveText(post.title.trim());
    expect(await page.evaluate(() => globalThis.firstAt)).toBeDefined();
  }).toPass();
  await expect(page.locator("#snapshot")).toHaveCount(0);
  const [sightAt, upAt] = await page.evaluate(() => [globalThis.firstAt, globalThis.upAt]);
  expect(sightAt).toBeLessThan(upAt ?? 0);
  expect(await boxes(page)).toEqual(before);

  // What was written there is text, and no more: neither markup nor a way out.
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      const snapshot = document.querySelector("#snapshot");
      if (snapshot === null) return;
      watch.disconnect();
      globalThis.built = snapshot.innerHTML;
    }).observe(document, { childList: true, subtree: true });
  });
  await expect(async () => {
    await page.evaluate(() => {
      const sight = JSON.parse(localStorage.getItem("snapshot") ?? "{}");
      sight.nodes = [
        ["h2", [["onclick", "globalThis.isRun = 1"]], ["<img src=x onerror='globalThis.isRun = 1'>"]],
        ["a", [["href", "javascript:globalThis.isRun=1"]], ["x"]],
        ["script", [["src", "/theme.js"]], ["globalThis.isRun = 1"]],
      ];
      localStorage.setItem("snapshot", JSON.stringify(sight));
    });
    await page.reload();
    await expect(page.locator("html[data-app] main article h2")).toHaveText(post.title.trim());
    expect(await page.evaluate(() => globalThis.built)).toBe(
      "<h2>&lt;img src=x onerror='globalThis.isRun = 1'&gt;</h2><a>x</a>",
    );
  }).toPass();

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: `Select ${post.title.trim()}` }).check();
  await page.getByRole("button", { name: "Delete 1 post" }).click();
  await expect.poll(() => kept(page)).toBeNull();
  await page.goto("/saved");
  await expect(page.getByText("No saved posts yet.")).toBeVisible();
  expect(await page.evaluate(() => globalThis.firstAt)).toBeUndefined();
});

declare global {
  var built: string | undefined;
  var upAt: number | undefined;
}
