/** How much script a first visit loads, as the server would send it at its best: brotli 11. */
import { brotliCompressSync } from "node:zlib";
import { expect, type Page, test } from "playwright/test";
import { addressOf, postWithImages } from "./page.ts";

declare global {
  var early: Map<string, unknown> | undefined;
}

const LIMIT = 140_000;

test("the first load of the posts is at most 140 kB of script", async ({ page, isMobile }) => {
  test.skip(isMobile, "the same files");
  const sizes = await scriptsUntil(page, "/posts", () =>
    expect(page.locator("main li").first()).toBeVisible(),
  );
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  const list = [...sizes].sort((a, b) => b[1] - a[1]).map(([name, size]) => `${size} ${name}`);
  expect(list.length).toBeGreaterThan(2);
  expect(sum, list.join("\n")).toBeLessThanOrEqual(LIMIT);
  test.info().annotations.push({ type: "size", description: `${sum} bytes\n${list.join("\n")}` });
});

/** Compressed size of every script asked for until the screen stands. */
async function scriptsUntil(
  page: Page,
  address: string,
  stands: () => Promise<void>,
): Promise<Map<string, number>> {
  const bodies: Promise<[string, Buffer]>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) bodies.push(response.body().then((body) => [pathname, body]));
  });
  await page.goto(address);
  await stands();
  const scripts = await Promise.all(bodies);
  return new Map(scripts.map(([name, body]) => [name, brotliCompressSync(body).length]));
}

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
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => [...(globalThis.early?.keys() ?? ["none"])]), address)
      .toEqual([]);
    expect(new Set(asked).size, `${address}: ${asked.join(" ")}`).toBe(asked.length);
  }
});
