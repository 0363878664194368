/** Tests that browsed pages stay on the device: readable offline, and before a slow network answers. */
import { expect, type Page, test as testFirstVisit } from "playwright/test";
import {
  addressOf,
  askedBeforeFirst,
  follow,
  newestPosts,
  noteFirst,
  painted,
  postWithImages,
  type SomePost,
  visit,
} from "../e2e/page.ts";
import { keptPosts, loadOffline, makeOlder, rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";

const HOUR = 60 * 60_000;
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Posts of as many creators as the archive has on its first pages. */
async function postsOfManyCreators(page: Page, count: number): Promise<SomePost[]> {
  const byCreator = new Map<string, SomePost>();
  for (let o = 0; byCreator.size < count && o < 1_000; o += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${o}`);
    const { posts } = (await answer.json()) as { posts: SomePost[] };
    if (posts.length === 0) break;
    for (const post of posts)
      if (post.title.trim() !== "" && post.service !== "discord")
        byCreator.set(`${post.service}/${post.user}`, post);
  }
  return [...byCreator.values()].slice(0, count);
}

test("every post that was visited reads again offline, lists and creators too", async ({ page, context }) => {
  const posts = await postsOfManyCreators(page, 12);
  expect(posts.length).toBeGreaterThanOrEqual(10);
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await withWorker(page, "/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  const first = await page.locator("main article h2").first().innerText();
  await expect.poll(async () => (await rowsOf(page, "lists")).length).toBeGreaterThan(0);
  await visit(page, "/artists");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/kept/creators")) !== undefined))
    .toBe(true);
  for (const post of posts) {
    await follow(page, addressOf(post));
    await expect(title(page)).toHaveText(post.title.trim());
  }
  await keptPosts(page, posts);
  expect(warnings).not.toContainEqual(expect.stringContaining("could not be cached"));
  await context.setOffline(true);
  await page.reload(); // nothing is left in memory
  for (const post of posts.toReversed()) {
    await follow(page, addressOf(post));
    await expect(title(page)).toHaveText(post.title.trim());
    await expect(page.getByText("Comments", { exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^You are offline\. This copy is from /)).toBeVisible();
  await visit(page, "/posts");
  await expect(page.locator("main article h2").first()).toHaveText(first);
  await expect(page.getByText(/^You are offline\. This copy is from /)).toBeVisible();
  await visit(page, "/artists");
  await expect(page.locator("main article").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/offline/i)).toHaveCount(0);
  await visit(page, "/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect(page.getByText(/This copy is from|^Saved /)).toHaveCount(0);
});

test("a picture that was seen in a list is there offline where it is shown larger", async ({
  page,
  context,
}) => {
  await withWorker(page, "/posts");
  const seen = page.locator("main article img[srcset]").first();
  await expect
    .poll(() => seen.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const address = await seen.evaluate((image) => (image as HTMLImageElement).currentSrc);
  await expect
    .poll(() =>
      page.evaluate(async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined, address),
    )
    .toBe(true);
  await context.setOffline(true);
  const widthOf = (url: string) =>
    page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth;
    }, url);
  const larger = address.replace(/w=\d+/, "w=1200");
  expect(larger).not.toBe(address);
  expect(await widthOf(larger)).toBe(await widthOf(address));
});

test("a page that was never opened says so offline, and leads to pages on the device", async ({
  page,
  context,
}) => {
  const [read, unread] = (await newestPosts(page)).filter((post) => post.title.trim() !== "");
  if (read === undefined || unread === undefined) throw new Error("The sample has too few posts.");
  await withWorker(page, addressOf(read));
  await expect(title(page)).toHaveText(read.title.trim());
  await keptPosts(page, [read]);
  await context.setOffline(true);
  for (const address of ["/posts?o=100000", "/artists?q=x", addressOf(unread)]) {
    await loadOffline(page, address);
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByText("This page isn't available offline", { exact: false })).toBeVisible();
    await expect(page.getByRole("link", { name: "Saved posts" })).toHaveAttribute("href", "/saved");
  }
  await page.getByRole("link", { name: read.title.trim() }).click();
  await expect(title(page)).toHaveText(read.title.trim());
  // A screen that waits for a connection loads by itself once there is one.
  await loadOffline(page, addressOf(unread));
  await expect(page.getByText("This page isn't available offline", { exact: false })).toBeVisible();
  await context.setOffline(false);
  await expect(title(page)).toHaveText(unread.title.trim());
});

test("a visited post stands with its age before the network answers, and is renewed without a jump", async ({
  page,
}) => {
  const post = await postWithImages(page);
  await withWorker(page, addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  await keptPosts(page, [post]);
  await makeOlder(page, 2 * HOUR);

  const renewed = `${post.title.trim()} (renewed)`;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/api/v1/**", async (route) => {
    const answer = await route.fetch();
    await held;
    if (!new URL(route.request().url()).pathname.endsWith(`/post/${encodeURIComponent(post.id)}`))
      return await route.fulfill({ response: answer }).catch(() => {});
    const body = (await answer.json()) as { post: { title: string } };
    body.post.title = renewed;
    await route.fulfill({ response: answer, json: body }).catch(() => {});
  });
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as { value?: number }).value ?? 0;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    globalThis.shift = () => {
      add(observer.takeRecords()); // those that were not delivered yet
      return sum;
    };
  });
  const shift = async () => {
    await painted(page);
    return await page.evaluate(() => globalThis.shift());
  };
  await page.reload({ waitUntil: "commit" });
  await expect(title(page)).toHaveText(post.title.trim());
  await expect(page.getByText("Saved 2 hours ago")).toBeVisible();
  await page.waitForLoadState("load");
  const before = await shift();
  release();
  await expect(title(page)).toHaveText(renewed);
  await expect(page.getByText("Saved 2 hours ago")).toHaveCount(0);
  expect((await shift()) - before).toBeLessThan(0.01);
});

testFirstVisit(
  "a first visit neither waits for the database nor loads it for its first screen",
  async ({ page }) => {
    await noteFirst(page, "main article");
    await page.goto("/posts");
    await expect(page.locator("main article").first()).toBeVisible();
    const early = await askedBeforeFirst(page);
    expect(early.length).toBeGreaterThan(3);
    expect(early.filter((path) => /\/(dexie|device|db)-/.test(path))).toEqual([]);
  },
);

test("a post that is no longer there is not found, and its copy goes", async ({ page, context }) => {
  const post = await postWithImages(page);
  await withWorker(page, addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  await keptPosts(page, [post]);
  const path = `**/api/v1${addressOf(post)}`;
  await page.route(path, (route) => route.fulfill({ status: 404, json: { error: "Not Found" } }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "404: Not Found" })).toBeVisible();
  await keptPosts(page, [post], 0);
  await context.setOffline(true); // first: the page may ask again at any moment
  await page.unroute(path);
  await page.reload();
  await expect(page.getByText("This page isn't available offline", { exact: false })).toBeVisible();
});

test("once the worker has the app, the screen of a post is there before a post is pressed", async ({
  page,
}) => {
  const asked = (part: RegExp) =>
    page.evaluate(
      (source) => performance.getEntriesByType("resource").some(({ name }) => new RegExp(source).test(name)),
      part.source,
    );
  await withWorker(page, "/shares"); // no posts are on it
  await expect.poll(() => asked(/\/assets\/PostPage-.*\.js$/)).toBe(true);
});

declare global {
  var shift: () => number;
}
