/** Search that does not stop at the network: what is on the device answers, and says so. */
import { expect, type Page } from "playwright/test";
import { OFFLINE_DB } from "#shared/rules/offline-db.ts";
import { addressOf, follow, newestPosts, type SomePost } from "../e2e/page.ts";
import { keptPosts, rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
const label = (page: Page) => page.locator("main, header").getByText(/^Searching \d+ posts on this device$/);
const hits = (page: Page) => page.getByRole("group", { name: "Posts" }).getByRole("option");

/** A word of a title that typing errors are forgiven in. */
function wordOf({ title }: SomePost): string | undefined {
  return /\b[A-Za-z]{6,10}\b/.exec(title)?.[0];
}

/** Two letters in each other's place. */
function withTypo(word: string): string {
  const at = [...word].findIndex((letter, index) => index > 0 && letter !== word[index + 1]);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

async function visitSome(page: Page, count: number): Promise<SomePost[]> {
  const posts = (await newestPosts(page)).filter((post) => wordOf(post) !== undefined).slice(0, count);
  expect(posts.length).toBe(count);
  await withWorker(page);
  for (const post of posts) {
    await follow(page, addressOf(post));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
  }
  await keptPosts(page, posts);
  return posts;
}

/** Puts a mistyped word in: the post comes, with its word marked. */
async function expectFound(page: Page, post: SomePost): Promise<void> {
  const word = wordOf(post) ?? "";
  await box(page).fill("");
  await expect(hits(page)).toHaveCount(0);
  await box(page).fill(withTypo(word));
  const hit = hits(page).filter({ hasText: post.title.trim() }).first();
  await expect(hit.locator("mark").getByText(word, { exact: true }).first()).toBeVisible();
}

/** Takes every part of the stored index away, and leaves the row that names them. */
async function loseSegments(page: Page): Promise<void> {
  await expect.poll(async () => (await rowsOf(page, "segments")).length).toBeGreaterThan(0);
  await page.evaluate(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    await new Promise<void>((resolve, reject) => {
      const writing = db.transaction("segments", "readwrite");
      writing.objectStore("segments").clear();
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    });
    db.close();
  }, OFFLINE_DB);
}

test("a word with one letter wrong is found offline, and online more is", async ({ page, context }) => {
  const posts = await visitSome(page, 4);
  await page.goto("/tags");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await box(page).focus();
  for (const post of posts) {
    await expectFound(page, post);
    await expect(label(page)).toBeVisible();
    await expect(page.getByText("You are offline.", { exact: true })).toBeVisible();
  }

  // What is stored of the index may be damaged: it is rebuilt from the posts.
  await loseSegments(page);
  await page.reload();
  const typed = withTypo(wordOf(posts[3]!) ?? "");
  await box(page).fill(typed);
  await expect(hits(page).filter({ hasText: posts[3]!.title.trim() }).first()).toBeVisible();

  await context.setOffline(false);
  await expect(label(page)).toHaveCount(0);
  await expect(hits(page).first()).toBeVisible();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(typed);
});

test("without its engine, or while a line is slow, the archive's box and list show what is on the device", async ({
  page,
  context,
}) => {
  const [post] = await visitSome(page, 1);
  const word = wordOf(post!) ?? "";
  await context.route("**/api/v1/search?*", (route) =>
    route.fulfill({ status: 500, json: { error: "No." } }),
  );
  await context.route("**/api/v1/posts?q=*", (route) =>
    route.fulfill({ status: 503, json: { error: "No." } }),
  );
  await box(page).fill(withTypo(word));
  await expect(hits(page).filter({ hasText: post!.title.trim() }).first()).toBeVisible();
  await expect(label(page)).toBeVisible();
  await expect(page.getByText("Search is unavailable right now.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\?q=/);
  await expect(label(page)).toBeVisible();
  await expect(page.locator("main article").filter({ hasText: post!.title.trim() }).first()).toBeVisible();
  await context.unrouteAll();
  await expect(label(page)).toHaveCount(0); // it asks again by itself
  await expect(page.locator("main article").first()).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await context.route("**/api/v1/search?*", async (route) => {
    await held;
    await route.continue();
  });
  await box(page).fill(`${withTypo(word)} `); // other words than before: nothing is remembered
  await box(page).pressSequentially(post!.title.trim().split(" ")[0] ?? "");
  await expect(label(page)).toBeVisible();
  await expect(hits(page).first()).toBeVisible();
  const typed = await box(page).inputValue();
  release();
  await expect(label(page)).toHaveCount(0);
  await expect(hits(page).first()).toBeVisible();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(typed);
});

interface Row {
  item?: SomePost & { substring: string };
}

/** A word that more than one page of what is on the device has. */
async function commonWord(page: Page): Promise<string> {
  const counts = new Map<string, number>();
  for (const { item } of await rowsOf<Row>(page, "posts")) {
    const text = `${item?.title} ${item?.substring}`.toLowerCase();
    for (const word of new Set(text.match(/(?<!\p{L})[a-z]{3,}(?!\p{L})/gu)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  expect(count).toBeGreaterThan(50);
  return word;
}

test("tags are conditions on the device, too: any of several, or none of them", async ({ page, context }) => {
  await withWorker(page, "/contact");
  await follow(page, "/posts?q=tag%3Atypography");
  const kept = async () =>
    (await rowsOf<{ item?: { tags?: string[] | null } }>(page, "posts")).map(({ item }) => item?.tags ?? []);
  await expect
    .poll(async () => (await kept()).filter((tags) => tags.includes("typography")).length)
    .toBeGreaterThanOrEqual(50);
  await context.setOffline(true);
  const posts = await kept();
  const having = (...wanted: string[]) => posts.filter((tags) => wanted.some((tag) => tags.includes(tag)));
  const beside = [...new Set(having("typography").flat())].filter((tag) => tag !== "typography");
  const [one = "", other = ""] = beside.sort((a, b) => having(a).length - having(b).length);
  expect(having(one, other).length).toBeGreaterThan(having(one).length);
  const field = page.getByRole("combobox", { name: "Search all posts" });
  const cards = page.locator("main article");
  await field.fill(`tag:"${one}"|"${other}"`);
  await field.press("Enter");
  await expect(label(page)).toBeVisible();
  await expect(cards).toHaveCount(Math.min(50, having(one, other).length));
  await field.fill(`tag:"${one}"|typography -tag:"${other}"`);
  await field.press("Enter");
  const left =
    having(one, "typography").length -
    having(one, "typography").filter((tags) => tags.includes(other)).length;
  await expect(cards).toHaveCount(Math.min(50, left));
});

test("a list of posts found on the device has pages of fifty, and grows where that was chosen", async ({
  page,
  context,
}) => {
  await withWorker(page, "/contact");
  for (let o = 0; o < 150; o += 50) {
    await follow(page, `/posts?o=${o}`);
    await expect.poll(async () => (await rowsOf(page, "posts")).length).toBeGreaterThanOrEqual(o + 50);
  }
  const word = await commonWord(page);
  const cards = page.locator("main article");
  await context.setOffline(true);
  const field = page.getByRole("combobox", { name: "Search all posts" });
  await field.fill(word);
  await field.press("Enter");
  await expect(label(page)).toHaveText(/1\d\d/);
  await expect(cards).toHaveCount(50);
  await page.getByRole("link", { name: "Next page" }).first().click();
  await expect(page).toHaveURL(/o=50/);
  await expect(label(page)).toBeVisible();
  await expect(cards.first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem("list-mode", "more"));
  await page.goto(`/posts?q=${word}`);
  await expect(cards).toHaveCount(50);
  await page.locator("[data-load-more]").click();
  await expect.poll(() => cards.count()).toBeGreaterThan(50);
  await expect(label(page)).toBeVisible();
});
