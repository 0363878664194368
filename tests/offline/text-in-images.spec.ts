/** Text in images of a saved post, found and read with the server stopped. */
import { createHash } from "node:crypto";
import { expect, test } from "playwright/test";
import sharp from "sharp";
import { READ_KEY, READ_POST, showMedia, startWithFiles } from "#tests/support/read-files.ts";
import { deferredPartsLoaded, interactive } from "../e2e/page.ts";
import { loadOffline, withWorker } from "./device.ts";
import { savePost } from "./saved.ts";

test.use({ serviceWorkers: "allow" });

const drawn = (shade: number) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: `rgb(60, ${shade}, 90)` } })
    .png()
    .toBuffer();

test("a mistyped word of a text in an image finds a saved post with the server stopped, and is marked in the viewer", async ({
  page,
}) => {
  const notice = await drawn(90);
  const server = await startWithFiles({ "cover.png": await drawn(40), "notice.png": notice });
  let isStopped = false;
  try {
    const lines = [
      { words: [{ text: "Midnight", box: [0.1, 0.2, 0.3, 0.05] }] },
      { words: [{ text: "fireworks", box: [0.2, 0.4, 0.3, 0.05] }] },
    ];
    await server.sql`
      insert into picture_texts (hash, lines, program)
      values (${createHash("sha256").update(notice).digest("hex")}, ${JSON.stringify(lines)}::text::json, 'x')`;
    const address = server.url + READ_POST;
    await showMedia(page);
    await withWorker(page, address);
    await interactive(page);
    await deferredPartsLoaded(page);
    await savePost(page, READ_KEY);
    await server[Symbol.asyncDispose]();
    isStopped = true;

    await loadOffline(page, `${server.url}/tags`);
    await interactive(page);
    const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
    await box.fill("firewroks");
    const hit = page.getByRole("option").filter({ hasText: "Harbor" });
    await expect(hit).toContainText("text in an image");
    await hit.click();
    await page.getByRole("button", { name: "Found in image 2 of 2" }).click();
    const viewer = page.getByRole("dialog", { name: "Image viewer" });
    await expect(viewer.getByText("Midnight")).toBeAttached();
    await expect(viewer.locator("mark")).toHaveCount(1);
    await expect(viewer.locator("mark")).toHaveAttribute("style", /left: 20%.*top: 40%/);
  } finally {
    if (!isStopped) await server[Symbol.asyncDispose]();
  }
});
