/** Measures how much script a first visit loads, compressed as well as the server could: brotli 11. */
import { brotliCompressSync } from "node:zlib";
import { expect, type Page, test } from "playwright/test";
import { askedBeforeFirst, noteFirst } from "./page.ts";

const LIMIT = 144_000;
/** The rendered screen is there before any script. */
const isUp = (page: Page) => expect(page.locator("html[data-app] main li").first()).toBeVisible();

test.use({ storageState: { cookies: [], origins: [] } }); // a first visit

test("the first load of the posts is at most 144 kB of script", async ({ page, isMobile }) => {
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
