/** Posts are saved on purpose: all of it, truthfully, and only what was asked for. */
import { expect, type Page, test as testWithoutWorker } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { addressOf } from "../e2e/page.ts";
import { withWorker } from "./device.ts";
import { type FaultyServer, startFaultyServer } from "./faulty-server.ts";
import { test } from "./installed.ts";
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
} from "./saved.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const dialog = (page: Page) => page.getByRole("dialog");

test("a saved post reads offline: title, text, every image, comments", async ({ page, context }) => {
  const post = await postWithImages(page, 6);
  await withWorker(page, addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  const answer = await page.request.get(`/api/v1${addressOf(post)}/comments`);
  const comments = answer.status() === 404 ? 0 : ((await answer.json()) as unknown[]).length;
  await expect(page.locator("main ol article")).toHaveCount(comments);
  await page.getByRole("button", { name: "Save offline" }).click();
  await expect(dialog(page).getByRole("checkbox", { name: /^Images \(\d+\)/ })).toBeChecked();
  await expect(dialog(page).getByText(/^Download size: [\d.]+ [kM]B$/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Saved on this device.")).toBeVisible();
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

testWithoutWorker.describe("through a server with faults", () => {
  let server: FaultyServer;
  testWithoutWorker.beforeEach(async () => {
    server = await startFaultyServer();
  });
  testWithoutWorker.afterEach(() => server.stop());

  async function open(page: Page): Promise<{ post: Listed; images: string[] }> {
    const post = await postWithImages(page, 6);
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

  testWithoutWorker(
    "progress is shown by file and byte; cancelling stops the download and leaves nothing",
    async ({ page }) => {
      const { post, images } = await open(page);
      const slow = `/data${images.at(-1)}`;
      server.fault = (address) => (address === slow ? { bytesPerSecond: 20 } : undefined);
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
      const asked = server.asked.length;
      await dialog(page).getByRole("button", { name: "Cancel saving" }).click();
      await expect.poll(() => server.open.has(slow)).toBe(false);
      expect(server.finished).not.toContain(slow); // it did not come to its end
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Save offline" })).toBeVisible();
      expect(await markOf(page, keyOf(post))).toBeUndefined();
      const state = await stored(page);
      expect(state.saved).toEqual([]);
      expect(state.files).toEqual([]);
      expect(state.digests).toEqual({});
      expect(server.asked.slice(asked)).not.toContain(slow); // it is not begun again
      expect(server.open.has(slow)).toBe(false);
    },
  );

  testWithoutWorker(
    "a file that fails leaves a partial post that can be tried again; a damaged one is fetched twice",
    async ({ page }) => {
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
      await expect(dialog(page).getByText("Not found on the server.")).toBeVisible();
      await expect(dialog(page).getByText("The download was damaged twice.")).toBeVisible();
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
    },
  );
});

test("a device without room says so, names what could go, and loses nothing", async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  const origin = new URL(process.env["ROOST_URL"] ?? "").origin;
  // From the start: the browser asks for the room that is left only for what does not fit what it found the last time.
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 32_000_000 });
  const post = await postWithImages(page, 1);
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post));
  expect(await markOf(page, keyOf(post))).toBe("w");
  await page.goto("/posts?tag=moss"); // some dozen posts
  await expect(page.locator("main article").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 300_000 });
  await expect.poll(() => page.evaluate(fits, 40_000_000)).toBe(false);
  await page.getByRole("button", { name: /^Save these \d+/ }).click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByRole("heading", { name: "Not enough space" })).toBeVisible();
  await expect(dialog(page).getByText(/^.+ of .+ available$/)).toBeVisible();
  const partialIn = ({ saved }: Awaited<ReturnType<typeof stored>>) =>
    saved.filter(({ state }) => state === "partial");
  await expect.poll(async () => partialIn(await stored(page)).length).toBeGreaterThan(0);
  // The posts that were not begun follow, one by one.
  const isOver = ({ saved }: Awaited<ReturnType<typeof stored>>) =>
    saved.every(({ state }) => state !== "saving");
  await expect.poll(async () => isOver(await stored(page))).toBe(true);
  const full = await stored(page);
  const largest = full.saved
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 5);
  await expect(dialog(page).getByRole("button", { name: /^Delete / })).toHaveCount(largest.length);
  for (const { title } of largest)
    await expect(
      dialog(page)
        .getByRole("button", { name: `Delete ${title}`, exact: true })
        .first(),
    ).toBeVisible();
  const partial = partialIn(full);
  expect(full.saved.filter(({ state }) => state !== "partial" && state !== "whole")).toEqual([]);
  const whole = full.saved.filter(({ state }) => state === "whole").flatMap(({ files }) => files);
  for (const { hash } of whole) expect(full.digests[hash]).toBe(hash);
  expectTrue(full, [post]);

  // The app works on, and with room again it goes on where it stopped.
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.goto(addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await expect.poll(() => page.evaluate(fits, 1_000_000)).toBe(true);
  await page.goto("/saved");
  await page.getByRole("button", { name: `Retry failed files (${partial.length})` }).click();
  await expect
    .poll(async () => (await stored(page)).saved.filter(({ state }) => state !== "whole").length)
    .toBe(0);
});

/** In the page: whether the browser takes so many bytes. */
async function fits(bytes: number): Promise<boolean> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("probe");
    request.onupgradeneeded = () => request.result.createObjectStore("bytes");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch(() => undefined);
  if (db === undefined) return false;
  const write = db.transaction("bytes", "readwrite");
  write.objectStore("bytes").put(
    crypto
      .getRandomValues(new Uint8Array(65_536))
      .toString()
      .repeat(1 + bytes / 200_000),
    1,
  );
  const isDone = await new Promise<boolean>((resolve) => {
    write.oncomplete = () => resolve(true);
    write.onabort = () => resolve(false);
  });
  db.close();
  indexedDB.deleteDatabase("probe");
  return isDone;
}
