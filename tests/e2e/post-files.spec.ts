/** Files of a post page, and links to other posts; its text, poll and comments are in pwa/features/post. */
import { expect, test } from "playwright/test";
import { addressOf, postWithImages, visit } from "./page.ts";
import { changePost, envelopeOf, findPost, postWithManyImages } from "./post-parts.ts";

test("eight images, the rest with a click; type and size on each; its menu has the file, its checksum and the original in its place", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = await postWithManyImages(page, 9);
  const { previews } = await envelopeOf(page, address);
  const paths = [...new Set(previews.map(({ path }) => path))];
  await page.goto(address);
  const files = page.getByRole("region", { name: /^Files/ });
  const tiles = files.getByRole("listitem");
  await expect(tiles).toHaveCount(8);
  await files.getByRole("button", { name: `+ ${paths.length - 8} more` }).click();
  await expect(tiles).toHaveCount(paths.length);
  await expect(tiles.first().locator("code").first()).toHaveText(/^[A-Z]+$/);

  const tile = tiles.first();
  const options = tile.getByRole("button", { name: /^Options: / });
  await options.click();
  const copy = tile.getByRole("button", { name: "Copy checksum" });
  // Off for half a second, by the page's own clock; its menu closes, so the button is kept.
  const button = await copy.elementHandle();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await expect.poll(() => button?.isDisabled()).toBe(true);
  await page.clock.runFor(400);
  expect(await button?.isDisabled()).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return button?.isDisabled();
    })
    .toBe(false);
  await page.clock.resume();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paths[0]?.slice(7, 71));

  await expect(page.getByText("Checksum copied").first()).toBeVisible();
  await expect(copy).toBeHidden();

  await options.click();
  await expect(tile.getByRole("link", { name: "Download" })).toHaveAttribute("download", /./);
  const original = await tile.getByRole("link", { name: "Open original" }).getAttribute("href");
  expect((await page.request.get(original ?? "")).headers()["content-type"]).toMatch(/^image\//);
  await expect(tile).toContainText(/\d (byte|kB|MB)/);
  await tile.getByRole("button", { name: "Show original here" }).click();
  await expect(tile.getByRole("img")).toHaveAttribute("src", /^\/data\//);
  await options.click();
  await tile.getByRole("button", { name: "Show preview" }).click();
  await expect(tile.getByRole("img")).toHaveAttribute("src", /^\/thumbnail\//);
});

test("archives open in their place, by keyboard; a split work says how to put it together", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto(await findPost(page, (post) => post.attachments.some(({ name }) => name.endsWith(".zip"))));
  const archive = page.getByRole("button", { name: /^View contents of .*\.zip/ }).first();
  await expect(archive).toHaveAttribute("aria-expanded", "false");
  await archive.focus();
  await page.keyboard.press("Enter");
  await expect(archive).toHaveAttribute("aria-expanded", "true");
  const tree = page.getByRole("tree", { name: /^Contents of .*\.zip/ });
  await expect(tree.getByRole("treeitem").first()).toBeVisible();
  const address = page.url();
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowRight"); // elsewhere it leads to the neighboring post
  await page.keyboard.press("ArrowDown");
  await expect(tree.locator(":focus")).toHaveRole("treeitem");
  expect(page.url()).toBe(address);
  await expect(page.getByRole("link", { name: "Archive details" })).toHaveAttribute(
    "href",
    /^\/file\/[0-9a-f]{64}$/,
  );
  await archive.focus();
  await page.keyboard.press("Enter");
  await expect(tree).toBeHidden();
  await visit(
    page,
    await findPost(page, (post) => post.attachments.some(({ name }) => /\.part2\.rar$/.test(name)), 40),
  );
  await expect(page.getByText("download all the files and open the .exe to compile them")).toBeVisible();
});

test("a link to a known post opens it without leaving the app", { tag: "@once" }, async ({ page }) => {
  const known = await findPost(page, (post) => post.service === "patreon");
  const address = addressOf(await postWithImages(page));
  await changePost(page, address, (envelope) => ({
    ...envelope,
    post: {
      ...envelope.post,
      content: `<p><a href="https://www.patreon.com/posts/${known.split("/").at(-1)}">known</a></p>`,
    },
  }));
  await page.goto(address);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("link", { name: "known" }).click();
  await expect(page).toHaveURL(new RegExp(`${known}$`));
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
