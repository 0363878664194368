/** Several posts of a list are selected with Shift, and saved or packed together within a cap. */
import { expect, type Locator, type Page, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { violations } from "../e2e/axe.ts";
import { addressOf, deferredPartsLoaded, newestPosts, type SomePost } from "../e2e/page.ts";
import { readZip } from "../support/zip-reader.ts";
import { startFaultyServer } from "./faulty-server.ts";
import { filesOf, type Listed } from "./saved.ts";
import { withoutPicker } from "./zip-dialog.ts";

/** Selects the first post of the list in its menu. @returns the bar of the selection */
async function selectFirst(page: Page): Promise<Locator> {
  const card = page.getByRole("main").getByRole("article").first();
  await card.hover();
  await card.getByRole("button", { name: /^More: / }).click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const bar = page.getByRole("region", { name: "Selected posts" });
  await expect(bar).toContainText("1 selected");
  const count = await page.getByRole("main").getByRole("article").count();
  await expect(page.getByRole("checkbox", { name: /^Select: / })).toHaveCount(count); // they do not come all at once
  return bar;
}

test("twenty posts are selected with Shift and saved, with three requests at a time at most", async ({
  page,
}) => {
  const server = await startFaultyServer();
  await page.clock.install();
  await page.goto(`${server.url}/posts`);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(50);
  // Now: news of creators of saved posts, which a page looks for once after its start, would be requests of their own.
  await deferredPartsLoaded(page);
  await page.clock.fastForward(5_000);
  const bar = await selectFirst(page);
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await boxes.nth(19).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("20 selected");
  await boxes.nth(3).uncheck();
  await expect(bar).toContainText("19 selected");
  await boxes.nth(3).focus();
  await page.keyboard.press("Space");
  await expect(bar).toContainText("20 selected");
  expect(await violations(page, "a selection")).toEqual([]);

  server.counts = (address) => /^\/data\/|^\/api\/v1\/\w+\/user\/.+\/(post\/|profile)/.test(address);
  server.fault = (address, method) =>
    method === "GET" && address.startsWith("/data/") ? { bytesPerSecond: 400_000 } : undefined;
  await bar.getByRole("button", { name: "Save offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const whole = () =>
    page.evaluate(
      () => (localStorage.getItem("saved") ?? "").split("\n").filter((line) => line.startsWith("w")).length,
    );
  await expect.poll(whole).toBe(20);
  expect(server.busiest).toHaveLength(3);
  await server.stop();
});

test("over the cap a message says why, and nothing of the selection is lost", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("list-mode", "more"));
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(cards).toHaveCount(100);
  const bar = await selectFirst(page);
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await boxes.nth(60).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("Up to 50 posts at once");
  await boxes.nth(1).click();
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Cancel selection" }).click();
  await expect(bar).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
});

test("selected posts become one ZIP with a folder for each, files called as one likes", async ({ page }) => {
  await withoutPicker(page);
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(50);
  const bar = await selectFirst(page);
  await page
    .getByRole("checkbox", { name: /^Select: / })
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Save as ZIP" }).click();
  const dialog = page.getByRole("dialog", { name: "Save 3 posts as a ZIP file" });
  await dialog.getByText("File names").click();
  await dialog.getByLabel("Template").fill("{date} {title}/{n}");
  const [first, second, third] = (await newestPosts(page)) as Listed[];
  if (first === undefined || second === undefined || third === undefined) throw new Error("no posts");
  // A folder, and a name that every system can write.
  await expect(dialog.getByLabel("Example")).toHaveText(
    new RegExp(`^[^/]+ \\(${first.service} ${first.id}\\)/\\d{4}-\\d\\d-\\d\\d [^/]+_1\\.\\w+$`),
  );
  expect(await violations(page, "the ZIP of a selection")).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Make ZIP" }).click(),
  ]);
  await expect(dialog.getByText(/^The ZIP is ready/)).toBeVisible();
  expect(download.suggestedFilename()).toBe("3 posts.zip");
  const entries = await readZip(await download.path());
  for (const post of [first, second, third]) {
    const ofPost = entries.filter(({ name }) => name.includes(`(${post.service} ${post.id})/`));
    const hashes = new Set(filesOf(post).map(({ path }) => hashOfPath(path)));
    const files = ofPost.filter(({ name }) => !/\/(post\.txt|metadata\.json)$/.test(name));
    expect(new Set(files.map(({ sha256 }) => sha256))).toEqual(hashes);
    expect(ofPost.map(({ name }) => name.slice(name.indexOf("/") + 1))).toEqual(
      expect.arrayContaining(["post.txt", "metadata.json"]),
    );
    const details = JSON.parse(ofPost.find(({ name }) => name.endsWith("metadata.json"))?.text ?? "{}");
    expect(details).toMatchObject({ post: { id: post.id }, files: files.map(() => ({ state: "included" })) });
  }
});

test("the ZIP of a selection can be canceled while its posts are read, and says what is gone", async ({
  page,
}) => {
  await withoutPicker(page);
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(50);
  const [first, second] = await newestPosts(page);
  const addressFor = (post: SomePost | undefined) => `**/api/v1${addressOf(post as SomePost)}`;
  let isHeld = true;
  await page.route(addressFor(second), (route) => (isHeld ? undefined : route.continue()));
  await cards.first().hover();
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await expect(boxes).toHaveCount(50);
  await boxes.nth(1).click();
  const open = page.getByRole("button", { name: "Save as ZIP" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Save 2 posts as a ZIP file" });
  await dialog.getByRole("button", { name: "Make ZIP" }).click();
  await expect(dialog.getByText("Loading posts: 1 of 2")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  isHeld = false;
  await page.route(addressFor(first), (route) =>
    route.fulfill({ status: 404, json: { error: "Not Found" } }),
  );
  await open.click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Make ZIP" }).click(),
  ]);
  await expect(page.getByText("1 post is no longer in the archive and is left out.")).toBeVisible();
  const entries = await readZip(await download.path());
  expect(entries.every(({ name }) => name.includes(`(${second?.service} ${second?.id})/`))).toBe(true);
});
