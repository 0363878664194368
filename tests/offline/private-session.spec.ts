/** A private session leaves nothing of what was opened on the device. */
import { expect, type Page } from "playwright/test";
import { addressOf, type SomePost, visit } from "../e2e/page.ts";
import { withWorker } from "./device.ts";
import { test } from "./installed.ts";
import { filesOf, isImage, type Listed } from "./saved.ts";

const bar = (page: Page) => page.getByRole("complementary", { name: "Private session" });

/** Every row of every database, every cached address, and localStorage, as one text. */
async function everything(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const found = [JSON.stringify({ ...localStorage })];
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const asking = db.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(asking.error);
        });
        found.push(name, store, JSON.stringify(rows));
      }
      db.close();
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found.join("\n");
  });
}

const keyOf = ({ service, user, id }: SomePost) => `${service}/${user}/${id}`;

/** Older ones, which no page lists that is opened here; with words of their own. */
async function fivePosts(page: Page): Promise<SomePost[]> {
  const { posts } = (await (await page.request.get("/api/v1/posts?o=300")).json()) as { posts: SomePost[] };
  const titles = posts.map(({ title }) => title);
  return posts.filter(({ title }, at) => title.trim().length > 8 && titles.indexOf(title) === at).slice(0, 5);
}

test("five posts and a search leave no trace, and the notice is always in view", async ({ page }) => {
  const posts = await fivePosts(page);
  expect(posts).toHaveLength(5);
  await withWorker(page, "/settings");
  await page.getByRole("switch", { name: "Don't remember what I open" }).click();
  await expect(bar(page)).toBeInViewport();
  const before = await everything(page);
  for (const post of posts) {
    await visit(page, addressOf(post));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
    await expect(bar(page)).toBeInViewport();
    await page.mouse.wheel(0, 400);
    await expect(bar(page)).toBeInViewport();
  }
  // Over the viewer, too.
  if (filesOf(posts[4] as Listed).some(isImage)) {
    await page.getByRole("button", { name: /^View .* 1 of/ }).click();
    await expect(page.getByRole("dialog", { name: "Image viewer" })).toBeVisible();
    await expect(
      page.getByRole("dialog").getByRole("complementary", { name: "Private session" }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await visit(page, "/posts?q=quokkas");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar(page)).toBeInViewport();
  await visit(page, "/settings");
  await bar(page).getByRole("button", { name: "Leave" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText("Private session ended.", { exact: false })).toBeVisible();
  const after = await everything(page);
  for (const trace of ["quokkas", ...posts.flatMap((post) => [keyOf(post), post.title.trim()])]) {
    expect(before.includes(trace), trace).toBe(false);
    expect(after.includes(trace), trace).toBe(false);
  }

  // Afterwards things are remembered again.
  const [post] = posts;
  if (post === undefined) throw new Error("no post");
  await page.goto(addressOf(post));
  await expect.poll(() => everything(page)).toContain(keyOf(post));
});
