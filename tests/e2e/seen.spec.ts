/** Seen marks. */
import { expect, type Page, test } from "playwright/test";
import { keptPosts, rowsOf } from "../offline/device.ts";
import { addressOf, newestPosts } from "./page.ts";

const cards = (page: Page) => page.locator("main li article");
const seenCards = (page: Page) => page.locator("main li article").filter({ hasText: "Seen" });
const marks = (page: Page) => page.evaluate(() => localStorage.getItem("seen") ?? "");

test("open a post, Back: its card is marked; hidden, counted, shown, unmarked and taken back", async ({
  page,
}) => {
  await page.goto("/posts");
  const first = cards(page).first();
  const title = await first.getByRole("heading").innerText();
  await first.getByRole("link").click();
  await expect(page.getByRole("button", { name: "Mark as unseen" })).toBeVisible();
  await page.goBack();
  await expect(first.getByText("Seen", { exact: true })).toBeVisible();
  await expect(seenCards(page)).toHaveCount(1);
  await expect(page.getByText("Seen 1 of 50")).toBeVisible();

  await page.getByRole("button", { name: "Hide seen" }).click();
  await expect(cards(page)).toHaveCount(49);
  await expect(page.getByText("1 seen post hidden")).toBeVisible();
  await expect(page.getByText("1 to 50 of")).toBeVisible(); // the totals stay true
  await page.reload();
  await expect(cards(page)).toHaveCount(49);
  await page.getByRole("button", { name: "Show: 1 seen post hidden" }).press("Enter");
  await expect(cards(page)).toHaveCount(50);

  await first.getByRole("button", { name: /^More: / }).click();
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: "Mark as unseen" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(seenCards(page)).toHaveCount(0);
  expect(await marks(page)).toBe("");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(seenCards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Hide seen" }).click();
  await expect(cards(page)).toHaveCount(50);
});

test("scrolling past marks only where that is wished; all marks are forgotten after a question", async ({
  page,
}) => {
  const [post] = await newestPosts(page);
  await page.goto("/posts");
  await cards(page).nth(40).scrollIntoViewIfNeeded();
  await page.waitForTimeout(600);
  expect(await marks(page)).toBe("");

  await page.goto("/settings");
  await page.getByRole("switch", { name: "Also mark posts I scroll past" }).click();
  await page.goto("/posts");
  await expect(cards(page)).toHaveCount(50);
  await cards(page).nth(40).scrollIntoViewIfNeeded();
  await expect.poll(() => marks(page)).toContain(`${post?.service}/`);

  await page.goto("/settings");
  const forget = page.getByRole("button", { name: "Clear seen history" });
  await forget.click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(/Clear \d+ seen posts?\?/);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await marks(page)).not.toBe("");
  await forget.click();
  await question.getByRole("button", { name: "Clear seen history" }).click();
  await expect(page.getByText("No posts are marked as seen.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/posts? (is|are) marked as seen\./)).toBeVisible();
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("marks are made and taken away", async ({ page, context }) => {
    test.slow();
    const [post] = await newestPosts(page);
    if (post === undefined) throw new Error("The sample has posts.");
    await page.goto(addressOf(post));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // now through the worker, which keeps what is read
    await expect(page.getByRole("button", { name: "Mark as unseen" })).toBeVisible();
    await keptPosts(page, [post]);
    await page.goto("/posts");
    await expect(seenCards(page)).toHaveCount(1);
    await expect.poll(async () => (await rowsOf(page, "lists")).length).toBeGreaterThan(0);
    await context.setOffline(true);
    await page.goto(addressOf(post));
    await page.getByRole("button", { name: "Mark as unseen" }).click();
    await expect(page.getByRole("button", { name: "Mark as seen" })).toBeVisible();
    await page.goto("/posts");
    await expect(cards(page)).toHaveCount(50);
    await expect(seenCards(page)).toHaveCount(0);
  });
});
