/** The app over plain HTTP: browsers hide the APIs of secure contexts there (pwa/lib/secure-context). */
import { createHash } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { registerByForm, someone } from "#tests/support/someone.ts";
import { readZip } from "../support/zip-reader.ts";
import {
  addressOf,
  deferredPartsLoaded,
  pressMore,
  pressUntilItSays,
  type SomePost,
  visit,
  watchConsole,
} from "./page.ts";
import { PLAIN_HTTP } from "./plain-http.ts";

test.use(PLAIN_HTTP);

/** Requests within the page: only the browser resolves the name. */
const get = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (url) => (await fetch(url)).json(), `/api/v1${path}`);

/** The first post with a picture, read from a page of the site without the app. */
async function firstPost(page: Page): Promise<SomePost> {
  await page.goto("/livez");
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const { posts } = await get<{ posts: SomePost[] }>(page, "/posts");
  const post = posts.find(({ file }) => file.path?.endsWith(".png") || file.path?.endsWith(".jpg"));
  if (post === undefined) throw new Error("The sample has no post with a picture on its first page.");
  return post;
}

test("main pages show no error in the console, and a favorite reaches the server", { tag: "@once" }, async ({
  page,
}) => {
  const faults = watchConsole(page);
  const post = await firstPost(page);
  await registerByForm(page, someone());
  await deferredPartsLoaded(page);
  const pages = [
    ...["/", "/posts", "/artists", "/posts/popular", "/posts/tags", "/dms", "/shares", "/search_hash"],
    ...["/saved", "/saved/storage", "/settings", "/account", "/account/sync", "/account/notifications"],
    ...[`/${post.service}/user/${post.user}`, "/posts/upload", addressOf(post)],
  ];
  for (const path of pages) {
    await visit(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main [role=status][aria-label^=Loading]")).toHaveCount(0);
  }
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Favorite/ })
    .first()
    .click();
  const favorites = () => get<{ id: string }[]>(page, "/account/favorites?type=post");
  await expect.poll(async () => (await favorites()).map(({ id }) => id)).toEqual([post.id]);
  await expect(page.getByText("doesn't allow storage")).toBeHidden();
  expect(faults).toEqual([]);
});

test("files are hashed, links copied, searches saved, posts saved, packed as a ZIP and collected", {
  tag: "@once",
}, async ({ page }) => {
  const faults = watchConsole(page);
  const post = await firstPost(page);
  await page.goto("/search_hash");
  await test.step("files are hashed and looked up", async () => {
    const bytes = await page.evaluate(
      async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
      `/data${post.file.path}`,
    );
    const buffer = Buffer.from(bytes);
    const file = { name: "own.png", mimeType: "image/png", buffer };
    await page.locator("input[type=file]").first().setInputFiles(file);
    const row = page.getByRole("row", { name: "own.png" });
    await expect(row).toContainText("In the archive");
    await expect(row).toContainText(createHash("sha256").update(buffer).digest("hex"));
  });
  await visit(page, "/posts?q=post");
  await test.step("links are copied", async () => {
    await pressUntilItSays(page, page.getByRole("button", { name: "Copy link" }), "Copied");
    const field = page.getByRole("combobox").first();
    await field.fill("");
    await field.press("ControlOrMeta+v");
    await expect(field).toHaveValue(`${PLAIN_HTTP.baseURL}/posts?q=post`);
  });
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Saved search" })).toHaveAttribute("aria-pressed", "true");
  await visit(page, addressOf(post));
  await page.getByRole("button", { name: "Save offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator("button[data-saved=whole]")).toBeVisible();
  await page.keyboard.press("Escape");
  await pressMore(page, "Save as ZIP");
  const dialog = page.getByRole("dialog", { name: "Save this post as a ZIP file" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Make ZIP" }).click(),
  ]);
  const entries = await readZip(await download.path());
  expect(entries.length).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  await pressMore(page, "Add to collection");
  await page.getByLabel("New collection").fill("Herons");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Herons/ })).toBeChecked();
  // The API answers with 404 for a post without comments.
  expect(faults.filter((fault) => !fault.endsWith("/comments"))).toEqual([]);
});
