/** How much script a first visit loads, as the server would send it at its best: brotli 11. */
import { brotliCompressSync } from "node:zlib";
import { expect, type Page, test } from "playwright/test";
import { addressOf, askedBeforeFirst, noteFirst, postWithImages } from "./page.ts";

declare global {
  var early: Map<string, unknown> | undefined;
}

const LIMIT = 140_000;
/** The screen that the server draws stands before any script. */
const isUp = (page: Page) => expect(page.locator("html[data-app] main li").first()).toBeVisible();

test.use({ storageState: { cookies: [], origins: [] } }); // a first visit

test("the first load of the posts is at most 140 kB of script", async ({ page, isMobile }) => {
  test.skip(isMobile, "the same files");
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js")) return;
    const body = response.body();
    body.catch(() => {}); // of a late part, when the test has ended; one of the first screen is awaited below
    bodies.set(pathname, body);
  });
  await noteFirst(page, "html[data-app] main li");
  await page.goto("/posts");
  await isUp(page);
  const first = await askedBeforeFirst(page);
  const sizes: [string, number][] = [];
  for (const [name, body] of bodies)
    if (first.includes(name)) sizes.push([name, brotliCompressSync(await body).length]);
  const sum = sizes.reduce((total, [, size]) => total + size, 0);
  const list = sizes.sort((a, b) => b[1] - a[1]).map(([name, size]) => `${size} ${name}`);
  expect(list.length).toBeGreaterThan(2);
  expect(sum, list.join("\n")).toBeLessThanOrEqual(LIMIT);
  test.info().annotations.push({ type: "size", description: `${sum} bytes\n${list.join("\n")}` });
});

test("what the page asks for before the app is there is what the app wants", async ({ page, isMobile }) => {
  test.skip(isMobile, "the same requests");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  const post = await postWithImages(page);
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  for (const address of ["/", "/artists", "/posts", creator, addressOf(post)]) {
    asked.length = 0;
    await page.goto(address);
    await expect(page.locator("html[data-app] h1").first()).toBeVisible();
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => [...(globalThis.early?.keys() ?? ["none"])]), address)
      .toEqual([]);
    expect(new Set(asked).size, `${address}: ${asked.join(" ")}`).toBe(asked.length);
  }
});
