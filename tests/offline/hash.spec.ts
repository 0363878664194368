/** The hash lookup: files that change, no connection. Many and large ones are in hash.large.spec.ts. */
import { appendFile, rm } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import sharp from "sharp";
import { hashOfPath } from "#shared/rules/files.ts";
import type { StoredFile } from "#shared/rules/offline-db.ts";
import { addressOf, painted } from "../e2e/page.ts";
import { rowsOf, withWorker } from "./device.ts";
import { GIB, MIB, sha256, sparseHashes, temporaryFolder } from "./hash-files.ts";
import { test as testInstalled } from "./installed.ts";
import { filesOf, isImage, keyOf, postWithImages, savePost } from "./saved.ts";

const row = (page: Page, name: string) => page.getByRole("row", { name });

async function choose(page: Page, files: readonly string[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles([...files]);
}

/** Progress stands still for many turns of the worker. Progress that was on its way when it was paused comes before. */
async function expectStill(page: Page, name: string): Promise<void> {
  const turns = async () => {
    for (const worker of page.workers())
      for (let turn = 0; turn < 50; turn++)
        await worker.evaluate(() => new Promise((next) => setTimeout(next)));
    await painted(page);
  };
  await expect(async () => {
    const before = await row(page, name).textContent();
    expect(before).toContain("%");
    await turns();
    expect(await row(page, name).textContent()).toBe(before);
  }).toPass({ intervals: [0] });
}

test("pause, cancel, files that change or go, and an empty one", async ({ page }) => {
  await using folder = await temporaryFolder();
  // So large that neither is read to its end, however fast the machine is and late the click.
  const changing = await folder.sparse("changing.bin", 64 * GIB);
  const going = await folder.sparse("going.bin", 64 * GIB + 1);
  const staying = await folder.sparse("staying.bin", 64 * MIB, "last");
  const empty = await folder.write("empty.txt", "");
  await page.goto("/search_hash");
  await choose(page, [going, changing, staying, empty]);
  await expect(row(page, "changing.bin")).toContainText("%");
  await page.getByRole("button", { name: "Pause" }).click();
  await expectStill(page, "changing.bin");
  await appendFile(changing, "more");
  await rm(going);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(row(page, "changing.bin")).toContainText("The file changed while it was read.");
  await expect(row(page, "going.bin")).toContainText("It no longer exists.");
  const [hash = ""] = await sparseHashes([{ size: 64 * MIB, tail: "last" }]);
  await expect(row(page, "staying.bin")).toContainText(hash);
  await expect(row(page, "empty.txt")).toContainText(sha256(""));
  await expect(row(page, "empty.txt")).toContainText("Not in the archive");

  await page.getByRole("button", { name: "Clear the list" }).click();
  await choose(page, [await folder.sparse("endless.bin", 64 * GIB)]);
  await expect(row(page, "endless.bin")).toContainText("%");
  await page.getByRole("button", { name: "Cancel", exact: true }).first().click();
  await expect(row(page, "endless.bin")).toContainText("Canceled");
  await expect.poll(() => page.workers().length).toBe(0);
});

testInstalled(
  "a saved post is known at once, the rest waits over a reload and is looked up when the connection is back",
  async ({ page, context }) => {
    await using folder = await temporaryFolder();
    const post = await postWithImages(page, 2);
    const [image, other] = filesOf(post).filter(isImage);
    const bytes = await (await page.request.get(`/data${image?.path}`)).body();
    const saved = await folder.write("saved.png", bytes);
    const unknown = await folder.write("unknown.txt", "nobody has this");
    expect(other).toBeDefined();
    await withWorker(page, addressOf(post as never));
    await savePost(page, keyOf(post));
    await page.evaluate(() => localStorage.setItem("owned-files", "on"));
    await page.goto("/search_hash");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await choose(page, [saved, unknown]);
    await expect(row(page, "saved.png")).toContainText("In the archive");
    await expect(
      row(page, "saved.png").getByRole("link", { name: "In your saved post" }).first(),
    ).toBeVisible();
    await expect(row(page, "unknown.txt")).toContainText("Waiting for connection");
    await expect
      .poll(async () => (await rowsOf<{ hash: string }>(page, "lookups")).map(({ hash }) => hash))
      .toEqual([sha256("nobody has this")]);
    await page.reload();
    await expect(row(page, "unknown.txt")).toContainText("Waiting for connection");
    await context.setOffline(false);
    await expect(row(page, "unknown.txt")).toContainText("Not in the archive");
    await expect.poll(() => rowsOf(page, "lookups")).toEqual([]);
    // Of the files that the person has, the list gets those of the archive.
    await expect
      .poll(async () => (await rowsOf<{ hash: string }>(page, "owned")).map(({ hash }) => hash))
      .toEqual([sha256(bytes)]);
  },
);

testInstalled(
  "without a connection, a copy of a saved picture in another size is found",
  async ({ page, context }) => {
    await using folder = await temporaryFolder();
    const post = await postWithImages(page, 1);
    const [image] = filesOf(post).filter(isImage);
    const bytes = await (await page.request.get(`/data${image?.path}`)).body();
    const { width = 0 } = await sharp(bytes).metadata();
    const smaller = await sharp(bytes)
      .resize(Math.round(width / 2))
      .jpeg({ quality: 60 })
      .toBuffer();
    const copy = await folder.write("copy.jpg", smaller);
    await withWorker(page, addressOf(post as never));
    await savePost(page, keyOf(post));
    const hash = hashOfPath(image?.path ?? "");
    await expect
      .poll(
        async () => (await rowsOf<StoredFile>(page, "files")).find((file) => file.hash === hash)?.look?.pdq,
      )
      .toMatch(/^[0-9a-f]{64}$/);
    await page.goto("/search_hash");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await choose(page, [copy]);
    await expect(row(page, "copy.jpg")).toContainText("In your saved posts");
    const found = row(page, "copy.jpg")
      .getByRole("listitem")
      .filter({ hasText: "The same image, larger here" });
    await expect(found.getByRole("link", { name: post.title.trim() })).toBeVisible();
    await expect
      .poll(() => found.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await found.getByRole("link", { name: post.title.trim() }).click();
    await page.getByRole("button", { name: /^View .* 1 of/ }).click();
    const viewer = page.getByRole("dialog", { name: "Image viewer" });
    await viewer.getByRole("button", { name: /^Options: / }).click();
    await page.getByRole("link", { name: "Find similar" }).click();
    await expect(page).toHaveURL(/\/search_hash\?hash=[0-9a-f]{64}&similar=1$/);
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Identical" })).toBeVisible();
  },
);
