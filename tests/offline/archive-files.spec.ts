/** Archive files of a saved post, with its own server, which is then stopped. */
import { createHash } from "node:crypto";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page, test } from "playwright/test";
import sharp from "sharp";
import { zip } from "#backend/sample/media/zip.ts";
import { filePath } from "#shared/rules/files.ts";
import { pack, rar5, storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { deferredPartsLoaded, watchConsole } from "../e2e/page.ts";
import { rowsOf, withWorker } from "./device.ts";
import { savePost } from "./saved.ts";

test.use({ serviceWorkers: "allow" });

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const KEY = "patreon/7/1";
const POST = "/patreon/user/7/post/1";
const PAGES = 60;

/** Each page has a width of its own. */
const widthOf = (number: number) => 300 + number;

async function pages(): Promise<{ name: string; data: Buffer }[]> {
  const made = Array.from({ length: PAGES }, async (_, at) => ({
    name: `comic/page ${at + 1}.png`,
    data: await sharp({
      create: { width: widthOf(at + 1), height: 450, channels: 3, background: `rgb(60, ${at * 4}, 90)` },
    })
      .png()
      .toBuffer(),
  }));
  return await Promise.all(made);
}

async function startWithArchives(): Promise<TestServer> {
  const server = await startServer({}, { deadline: 60_000 });
  for (const folder of ["pwa", "ssr"]) await symlink(join(DIST, folder), join(server.data, folder));
  const comic = await pages();
  const icon = comic[0]!.data;
  const hash = createHash("sha256").update(icon).digest("hex");
  await writeFile(join(server.data, "icon.png"), icon);
  await server.storage.put(join(server.data, "icon.png"), { hash, ext: ".png", size: icon.length });
  await buildCreator(server.sql, { id: "7", name: "Quiet Lantern", icon: filePath(hash, ".png") });

  const rar = await storeFile(server, rar5("harbor.cbz", zip(comic), "right"));
  const locked = await pack("zip", { "page 1.png": icon }, "-pother");
  const texts = { "notes.txt": Buffer.from("表紙の言葉"), "broken.cbz": Buffer.from("PK\x03\x04 no more") };
  const solid = await pack(
    "7z",
    { ...Object.fromEntries(comic.map(({ name, data }) => [name, data])), ...texts, "locked.cbz": locked },
    "-pright",
    "-mhe=on",
  );
  const scans = await storeFile(server, solid);
  const unknown = await storeFile(server, await pack("zip", texts, "-pnobody knows"));
  const whole = zip(comic.slice(0, 9));
  const size = Math.ceil(whole.length / 2);
  const parts = [
    await storeFile(server, whole.subarray(0, size)),
    await storeFile(server, whole.subarray(size)),
  ];
  for (const archive of [rar, scans]) {
    const tried = await server.json(`/api/v1/file/${archive}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(["right"]),
    });
    expect(tried.status).toBe(200);
  }
  const named = Object.entries({ "harbor.rar": rar, "scans.7z": scans, "locked.zip": unknown });
  const attachments = [
    ...named.map(([name, archive]) => ({ name, path: filePath(archive, ".bin") })),
    ...parts.map((part, at) => ({ name: `split.zip.00${at + 1}`, path: filePath(part, ".bin") })),
  ];
  await buildPost(server.sql, { user: "7", id: "1", title: "Harbor", attachments });
  return server;
}

const viewer = (page: Page) => page.getByRole("dialog", { name: "Image viewer" });
const original = (page: Page) => viewer(page).locator("img[data-loaded]");
const openBox = (page: Page, name: string) =>
  page.getByRole("button", { name: `View contents of ${name}` }).click();

async function allShown(images: Locator): Promise<void> {
  await expect(images.first()).toBeAttached();
  for (const image of await images.all()) await expect(image).not.toHaveJSProperty("naturalWidth", 0);
}

test("with the server stopped, a saved post opens its archive files", async ({ page }) => {
  const server = await startWithArchives();
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server[Symbol.asyncDispose]();
    isRunning = false;
  };
  try {
    await page.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true, asked: true })));
    // As on a slow phone that lays out an album: the page is busy while the worker asks it for the first image.
    await page.addInitScript((busyMs) => {
      let isFirst = true;
      navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) => {
        if (data.type !== "UNPACK_ENTRY" || !isFirst) return;
        isFirst = false;
        const end = performance.now() + busyMs;
        while (performance.now() < end);
      });
    }, 2_000);
    await withWorker(page, server.url + POST);
    await deferredPartsLoaded(page);
    await savePost(page, KEY, ["Archive files"]);
    await expect
      .poll(async () =>
        (await rowsOf<{ isWhole: number; archive?: object }>(page, "files")).filter(
          (file) => file.isWhole === 1 && file.archive !== undefined,
        ),
      )
      .toHaveLength(5);
    await stop();
    await page.goto(server.url + POST, { waitUntil: "commit" });
    await deferredPartsLoaded(page);
    const faults = watchConsole(page);

    // Page 57 of a CBZ in a RAR 5 with a password.
    await openBox(page, "harbor.rar");
    await page.getByRole("treeitem", { name: "harbor.cbz" }).click();
    const inner = page.getByRole("dialog", { name: "harbor.cbz" });
    await allShown(inner.getByRole("region", { name: "60 pages" }).locator("img"));
    await inner.getByRole("button", { name: "View page 2: page 2.png" }).click();
    await expect(original(page)).toHaveJSProperty("naturalWidth", widthOf(2));
    await viewer(page).getByRole("button", { name: "Image 57 of 60" }).click();
    await expect(original(page)).toHaveJSProperty("naturalWidth", widthOf(57));
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
    await inner.getByRole("button", { name: "Close" }).click();
    await openBox(page, "harbor.rar");

    // A solid 7z with hidden names: its pages, its texts, and what is broken in it.
    await openBox(page, "scans.7z");
    await allShown(page.getByRole("region", { name: "60 pages" }).locator("img"));
    await page.getByRole("button", { name: "View page 3: page 3.png" }).click();
    await expect(original(page)).toHaveJSProperty("naturalWidth", widthOf(3));
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter files").fill("notes");
    await page.getByRole("treeitem", { name: "notes.txt" }).click();
    await expect(page.getByRole("dialog", { name: "notes.txt" })).toContainText("表紙の言葉");
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter files").fill("broken");
    await page.getByRole("treeitem", { name: "broken.cbz" }).click();
    await expect(page.getByRole("dialog", { name: "broken.cbz" })).toContainText("can't be read");
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter files").fill("locked");
    await page.getByRole("treeitem", { name: "locked.cbz" }).click();
    const locked = page.getByRole("dialog", { name: "locked.cbz" });
    await locked.getByLabel("Password to try").fill("wrong");
    await locked.getByRole("button", { name: "Try password" }).click();
    await expect(locked.getByRole("alert")).toHaveText("Invalid password");
    await locked.getByLabel("Password to try").fill("other");
    await locked.getByRole("button", { name: "Try password" }).click();
    await allShown(locked.getByRole("region", { name: "1 page" }).locator("img"));
    await page.keyboard.press("Escape");
    await openBox(page, "scans.7z");

    // Parts are read across.
    await openBox(page, "split.zip.001");
    await allShown(page.getByRole("region", { name: "9 pages" }).locator("img"));
    await openBox(page, "split.zip.001");

    // A password that only the device knows.
    await openBox(page, "locked.zip");
    const password = page.getByLabel("Password to try");
    await password.fill("wrong");
    await page.getByRole("button", { name: "Try password" }).click();
    await expect(page.getByText("Invalid password")).toBeVisible();
    await password.fill("nobody knows");
    await page.getByRole("button", { name: "Try password" }).click();
    await expect(page.getByText("nobody knows", { exact: true })).toBeVisible();
    await page.getByRole("treeitem", { name: "notes.txt" }).click();
    await expect(page.getByRole("dialog", { name: "notes.txt" })).toContainText("表紙の言葉");
    expect(faults.filter((fault) => !fault.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
  } finally {
    await stop();
  }
});
