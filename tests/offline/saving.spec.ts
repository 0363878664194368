/** Posts are saved on purpose: all of it, truthfully, and only what was asked for (wishes A1, A2, A8, A14). */
import { expect, type Page, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { addressOf } from "../e2e/page.ts";
import { type FaultyServer, startFaultyServer } from "./faulty-server.ts";
import {
  expectTrue,
  filesOf,
  isImage,
  keyOf,
  type Listed,
  markOf,
  postWithImages,
  savePost,
  stored,
  withWorker,
} from "./saved.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ isMobile }) => test.skip(isMobile, "nothing in it depends on the size"));

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const dialog = (page: Page) => page.getByRole("dialog");

test("a saved post reads without a line: title, text, every image, comments (A1)", async ({
  page,
  context,
}) => {
  const post = await postWithImages(page, 6);
  await withWorker(page);
  await page.goto(addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  const comments = await page.locator("main ol article").count();
  await page.getByRole("button", { name: "Save offline" }).click();
  await expect(dialog(page).getByRole("checkbox", { name: /^Images \(\d+\)/ })).toBeChecked();
  await expect(dialog(page).getByText(/^To download: [\d.]+ [kM]B$/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Saved. It opens without a connection.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  expectTrue(await stored(page), [post]);

  await context.setOffline(true);
  // Not from what the browser keeps by itself.
  await page.evaluate(async () => {
    for (const name of ["images-1"]) await caches.delete(name);
  });
  await page.reload();
  await expect(title(page)).toHaveText(post.title.trim());
  const more = page.getByRole("button", { name: /^Show \d+ more/ });
  if (await more.isVisible()) await more.click();
  for (const { path } of filesOf(post).filter(isImage)) {
    const image = page.locator(`main img[src*="${hashOfPath(path)}"]`).first();
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(page.locator("main ol article")).toHaveCount(comments);
});

test.describe("through a server with faults", () => {
  let server: FaultyServer;
  test.beforeEach(async () => {
    server = await startFaultyServer();
  });
  test.afterEach(() => server.stop());

  async function open(page: Page): Promise<{ post: Listed; images: string[] }> {
    const post = await postWithImages(page, 6);
    await withWorker(page, server.url);
    await page.goto(server.url + addressOf(post));
    await expect(title(page)).toHaveText(post.title.trim());
    await page.waitForLoadState("networkidle");
    return {
      post,
      images: filesOf(post)
        .filter(isImage)
        .map(({ path }) => path),
    };
  }

  test("progress is shown by file and byte; cancelling stops within a second and leaves nothing (A2)", async ({
    page,
  }) => {
    const { post, images } = await open(page);
    const slow = `/data${images.at(-1)}`;
    server.fault = (address) => (address === slow ? { bytesPerSecond: 1_000 } : undefined);
    await page.getByRole("button", { name: "Save offline" }).click();
    await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
    const count = images.length;
    await expect(
      dialog(page).getByText(new RegExp(`^${count - 1} of ${count} files, [\\d.]+ kB of [\\d.]+ kB$`)),
    ).toBeVisible();
    const bar = dialog(page).getByRole("progressbar").first();
    const value = () => bar.evaluate((one: HTMLProgressElement) => one.value / one.max);
    const before = await value();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1);
    await expect.poll(value).toBeGreaterThan(before);
    expect(server.open.has(slow)).toBe(true);
    const begun = Date.now();
    await dialog(page).getByRole("button", { name: "Cancel saving" }).click();
    await expect.poll(() => server.open.has(slow), { intervals: [50] }).toBe(false);
    expect(Date.now() - begun).toBeLessThan(1_000);
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save offline" })).toBeVisible();
    expect(await markOf(page, keyOf(post))).toBeUndefined();
    const state = await stored(page);
    expect(state.saved).toEqual([]);
    expect(state.files).toEqual([]);
    expect(state.digests).toEqual({});
  });

  test("a file that fails leaves a partial post that can be tried again; a damaged one is fetched twice (A2)", async ({
    page,
  }) => {
    const { post, images } = await open(page);
    const [missing, damaged] = [`/data${images[0]}`, `/data${images[1]}`];
    let isWell = false;
    server.fault = (address) => {
      if (isWell) return undefined;
      if (address === missing) return { status: 404 };
      return address === damaged ? { damage: true } : undefined;
    };
    await savePost(page, keyOf(post));
    const count = images.length;
    await expect(dialog(page).getByText(`${count - 2} of ${count} saved`)).toBeVisible();
    await expect(dialog(page).getByText("The server does not have it.")).toBeVisible();
    await expect(dialog(page).getByText("What arrived was damaged, twice.")).toBeVisible();
    expect(server.asked.filter((address) => address === damaged).length).toBeGreaterThanOrEqual(2);
    const partial = await stored(page);
    expect(Object.keys(partial.digests)).not.toContain(hashOfPath(images[1] ?? ""));
    for (const [hash, digest] of Object.entries(partial.digests)) expect(digest).toBe(hash);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: `${count - 2} of ${count} saved` })).toBeVisible();
    isWell = true;
    server.asked.length = 0;
    await page.getByRole("button", { name: `${count - 2} of ${count} saved` }).click();
    await dialog(page).getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => markOf(page, keyOf(post))).toBe("w");
    expectTrue(await stored(page), [post]);
    // Only what was not there.
    const again = server.asked.filter((address) => address.startsWith("/data/"));
    expect(new Set(again)).toEqual(new Set([missing, damaged]));
  });
});

test("a device without room says so, names what could go, and loses nothing (A8)", async ({
  page,
  context,
}) => {
  const posts = await manyFiles(page);
  const [small, large] = posts;
  await withWorker(page);
  await page.goto(addressOf(small));
  await savePost(page, keyOf(small));
  expect(await markOf(page, keyOf(small))).toBe("w");
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.goto(addressOf(large));
  await expect(title(page)).toHaveText(large.title.trim());
  await page.waitForLoadState("networkidle");
  const session = await context.newCDPSession(page);
  const { usage } = await session.send("Storage.getUsageAndQuota", { origin: new URL(page.url()).origin });
  await session.send("Storage.overrideQuotaForOrigin", {
    origin: new URL(page.url()).origin,
    quotaSize: usage + 20_000,
  });
  await page.getByRole("button", { name: "Save offline" }).click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByRole("heading", { name: "No room left" })).toBeVisible({ timeout: 20_000 });
  await expect(dialog(page).getByText(/^The browser says .+ of .+ are free\.$/)).toBeVisible();
  await expect(dialog(page).getByText(small.title.trim())).toBeVisible();
  expect(await markOf(page, keyOf(large))).toBe("p");
  expectTrue(await stored(page), [small]);

  // The app works on.
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("navigation", { name: "Header" }).getByRole("link", { name: "Posts" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
  await page.goto(addressOf(small));
  await expect(title(page)).toHaveText(small.title.trim());
  // With room again it goes on where it stopped.
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin });
  await page.goto("/saved");
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect.poll(() => markOf(page, keyOf(large)), { timeout: 20_000 }).toBe("w");
  expectTrue(await stored(page), [small, large]);
});

/** Two posts with images and titles that share none. */
async function manyFiles(page: Page): Promise<[Listed, Listed]> {
  const first = await postWithImages(page, 1);
  const second = await postWithImages(page, 6);
  expect(keyOf(first)).not.toBe(keyOf(second));
  return [first, second];
}
