/** A comic in a post, with its own server: its pages in the viewer. */
import { createHash } from "node:crypto";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "playwright/test";
import sharp from "sharp";
import { zip } from "#backend/sample/media/zip.ts";
import { filePath } from "#shared/rules/files.ts";
import { storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { violations } from "./axe.ts";
import { deferredPartsLoaded, interactive, watchConsole } from "./page.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const PAGES = 60;
const POST = "/patreon/user/7/post/1";

/** Each page has a width of its own. */
const widthOf = (number: number) => 300 + number;

async function startWithComic(): Promise<TestServer> {
  const server = await startServer({}, { deadline: 60_000 }); // a busy machine starts processes slowly
  for (const folder of ["pwa", "ssr"]) await symlink(join(DIST, folder), join(server.data, folder));
  const pages = Array.from({ length: PAGES }, async (_, at) => ({
    name: `comic/page ${at + 1}.png`,
    data: await sharp({
      create: { width: widthOf(at + 1), height: 450, channels: 3, background: `rgb(60, ${at * 4}, 90)` },
    })
      .png()
      .toBuffer(),
  }));
  const notes = { name: "notes.txt", data: Buffer.from("表紙の言葉") };
  const cover = await sharp({ create: { width: 40, height: 60, channels: 3, background: "#369" } })
    .png()
    .toBuffer();
  const hash = createHash("sha256").update(cover).digest("hex");
  await writeFile(join(server.data, "icon.png"), cover);
  await server.storage.put(join(server.data, "icon.png"), { hash, ext: ".png", size: cover.length });
  const comic = await storeFile(server, zip([...(await Promise.all(pages)), notes]));
  await buildCreator(server.sql, { id: "7", name: "Quiet Lantern", icon: filePath(hash, ".png") });
  const attachments = [{ name: "harbor.cbz", path: filePath(comic, ".bin") }];
  await buildPost(server.sql, { user: "7", id: "1", title: "Harbor", attachments });
  return server;
}

const viewer = (page: Page) => page.getByRole("dialog", { name: "Image viewer" });
const original = (page: Page) => viewer(page).locator("img[data-loaded]");

test("page 57 of a comic in a post is opened from its box; a text beside it is read", async ({ page }) => {
  await using server = await startWithComic();
  await page.addInitScript(() => localStorage.setItem("media", JSON.stringify({ all: true })));
  const faults = watchConsole(page);
  await page.goto(server.url + POST);
  await interactive(page);
  await deferredPartsLoaded(page);
  await page.getByRole("button", { name: "View contents of harbor.cbz" }).click();
  await expect(page.getByRole("region", { name: "60 pages" }).locator("img").first()).toBeAttached();
  expect(await violations(page, "album")).toEqual([]);

  for (const image of await page.getByRole("region", { name: "60 pages" }).locator("img").all())
    await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  await page.getByRole("button", { name: "View page 2: page 2.png" }).click();
  await expect(original(page)).toHaveJSProperty("naturalWidth", widthOf(2));
  await expect(viewer(page).locator("nav img").nth(1)).not.toHaveJSProperty("naturalWidth", 0);
  await viewer(page).getByRole("button", { name: "Image 57 of 60" }).click();
  await expect(viewer(page).getByText("Image 57 of 60", { exact: true })).toBeVisible();
  await expect(original(page)).toHaveJSProperty("naturalWidth", widthOf(57));
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);

  await page.getByLabel("Filter files").fill("notes");
  await page.getByRole("treeitem", { name: "notes.txt" }).click();
  await expect(page.getByRole("dialog", { name: "notes.txt" })).toContainText("表紙の言葉");
  expect(faults).toEqual([]);
});
