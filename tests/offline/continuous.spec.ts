/** Posts are read one after another: one scroll, the address follows, and memory stays small. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "playwright/test";
import { addressOf, painted, scrollEnded, visit } from "../e2e/page.ts";
import { browserMemory, canMeasureMemory } from "../support/browser-memory.ts";
import { loadOffline, withWorker } from "./device.ts";
import { test as testInstalled } from "./installed.ts";
import { filesOf, isImage, type Listed, savePost, somePosts } from "./saved.ts";

interface Key {
  service: string;
  user: string;
  id: string;
}
const keyOf = ({ service, user, id }: Key) => `${service}/${user}/${id}`;
const at = (page: Page) => new URL(page.url()).searchParams.get("at");
const articles = (page: Page) => page.locator("main [data-post]");
const postsOf = async (page: Page, address: string) =>
  ((await (await page.request.get(`/api/v1${address}`)).json()) as { posts: Key[] }).posts;

/** Memory depends on the number of posts, the rest on the width. */
const SIZES = [
  { name: "desktop", last: 6, size: { viewport: { width: 1280, height: 800 } } },
  {
    name: "phone",
    last: 30,
    size: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
];
for (const { name, last, size } of SIZES) {
  test(`on a ${name} ${last} posts are one scroll, the address follows, and a reload comes back to it`, async ({
    baseURL,
    launchOptions,
  }) => {
    const profile = await mkdtemp(join(tmpdir(), "roost-read-"));
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...size,
      baseURL: baseURL ?? "",
      serviceWorkers: "block",
    });
    try {
      const page = await context.newPage();
      await page.addInitScript(() => localStorage.setItem("media", '{"all":true,"asked":true}'));
      const posts = await postsOf(page, "/posts");
      const article = (index: number) => page.locator(`main [data-post="${keyOf(posts[index] as Key)}"]`);
      const isAt = (index: number) => expect.poll(() => at(page)).toBe(keyOf(posts[index] as Key));
      await page.goto("/read");
      await isAt(0);
      const entries = await page.evaluate(() => history.length);
      let most = 0;
      for (let index = 1; index <= last; index += 1) {
        await article(index).evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
        await expect(article(index).getByRole("heading", { level: 2 })).toBeInViewport();
        if (index === 1) {
          const { service, user } = posts[1] as Key;
          const { name: creator } = await (
            await page.request.get(`/api/v1/${service}/user/${encodeURIComponent(user)}/profile`)
          ).json();
          await expect(article(1).getByRole("link", { name: creator, exact: true })).toBeVisible();
        }
        await isAt(index);
        if (canMeasureMemory) most = Math.max(most, await browserMemory(profile));
      }
      test.info().annotations.push({ type: "memory", description: `at most ${Math.round(most / 1e6)} MB` });
      expect(most).toBeLessThan(400e6);
      // In one page; few are rendered at a time.
      expect(await page.evaluate(() => history.length)).toBe(entries);
      await expect(articles(page)).toHaveCount(last + 3);
      await expect(articles(page).locator("h2")).toHaveCount(4);

      await page.reload();
      await expect(article(last).getByRole("heading", { level: 2 })).toBeInViewport();
      await expect(articles(page).first()).toHaveAttribute("data-post", keyOf(posts[last] as Key));
      await expect(articles(page)).toHaveCount(3);
      await isAt(last);
      await page.getByRole("button", { name: "Previous post" }).click();
      await isAt(last - 1);
      await expect(article(last - 1).getByRole("heading", { level: 2 })).toBeInViewport();
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  });
}

/** Delay of the page after a scroll event, before it looks where it stands. */
const UPDATE_INTERVAL_MS = 150;

/** Wheels until the address is that of the post, each time once the page has followed: else a slow one is overtaken. */
const wheelTo = (page: Page, post: Key, by: number) =>
  expect
    .poll(
      async () => {
        await page.mouse.wheel(0, by);
        await scrollEnded(page);
        // Begun after the page's own timer, so that it ends after that.
        await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), UPDATE_INTERVAL_MS);
        await painted(page);
        return at(page);
      },
      { intervals: [0] },
    )
    .toBe(keyOf(post));

test("a list leads there; scrolling back up goes through the same posts, and Back to the list", async ({
  page,
}) => {
  const posts = await postsOf(page, "/posts?o=50");
  await page.goto("/posts");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("link", { name: "Read these posts one after another" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reading" })).toBeVisible();
  const first = await postsOf(page, "/posts");
  await page.mouse.move(640, 500);
  for (const post of first.slice(0, 5)) await wheelTo(page, post, 250);
  for (const post of first.slice(0, 4).reverse()) await wheelTo(page, post, -250);
  await page.goBack();
  await expect(page).toHaveURL(/\/posts/);

  // Behind the last of a page comes the first of the next.
  const last = first.at(-1) as Key;
  await page.goto(`/read?at=${encodeURIComponent(keyOf(last))}`);
  await expect(articles(page).nth(1)).toHaveAttribute("data-post", keyOf(posts[0] as Key));
  await articles(page)
    .nth(1)
    .evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  await expect.poll(() => new URL(page.url()).searchParams.get("o")).toBe("50");
  await page.reload();
  await expect(articles(page).first()).toHaveAttribute("data-post", keyOf(posts[0] as Key));
  await page.getByRole("button", { name: "Previous post" }).click();
  await expect(articles(page).first()).toHaveAttribute("data-post", keyOf(last));
});

testInstalled(
  "the library is read offline, in its order, and comes back to the post in view",
  async ({ page, context }) => {
    await withWorker(page, "/contact");
    const saved = (await somePosts(page, 50)).filter((post) => filesOf(post).some(isImage)).slice(0, 2);
    for (const post of saved) {
      await visit(page, addressOf(post));
      await savePost(page, keyOf(post));
      await page.keyboard.press("Escape");
    }
    const [older, newer] = saved as [Listed, Listed];
    await context.setOffline(true);
    await loadOffline(page, "/saved");
    await page.getByRole("link", { name: "Read", exact: true }).click();
    await expect(articles(page)).toHaveCount(2);
    // The one that was saved last comes first.
    await expect(articles(page).first()).toHaveAttribute("data-post", keyOf(newer));
    const image = articles(page).first().locator("button img").first();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await articles(page)
      .nth(1)
      .evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
    await expect.poll(() => at(page)).toBe(keyOf(older));
    await page.reload();
    await expect(articles(page).first()).toHaveAttribute("data-post", keyOf(older));
    await expect(articles(page).first().getByRole("heading", { level: 2 })).toBeInViewport();
  },
);
