/** The library of saved posts and what it takes. */
import { expect, type Page } from "playwright/test";
import { manySavedPosts } from "#tests/support/many-saved-posts.ts";
import { violations } from "../e2e/axe.ts";
import { addressOf, visit } from "../e2e/page.ts";
import { loadOffline, putRows, rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";
import {
  expectTrue,
  filesOf,
  isImage,
  keyOf,
  type Listed,
  markOf,
  savePost,
  somePosts,
  stored,
} from "./saved.ts";

const cards = (page: Page) => page.locator("main article");
const titles = (page: Page) => cards(page).locator("h2").allInnerTexts();

/** Three titled posts of different creators. */
async function threePosts(page: Page): Promise<Listed[]> {
  const byCreator = new Map<string, Listed>();
  for (const post of await somePosts(page, 100))
    if (post.title.trim() !== "" && filesOf(post).filter(isImage).length > 0) byCreator.set(post.user, post);
  const posts = [...byCreator.values()].slice(0, 3);
  expect(posts.length).toBe(3);
  return posts;
}

test("the library lists what is saved, in the order asked for; cards and menus say so", async ({
  page,
  context,
}) => {
  const posts = await threePosts(page);
  await withWorker(page, "/contact");
  for (const post of posts) {
    await visit(page, addressOf(post));
    await savePost(page, keyOf(post));
    await page.keyboard.press("Escape");
  }
  await visit(page, "/saved");
  await expect(cards(page)).toHaveCount(3);
  const names = posts.map(({ title }) => title.trim());
  await expect.poll(() => titles(page)).toEqual(names.toReversed());
  const { saved } = await stored(page);
  const bySize = saved
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ key }) => names[posts.findIndex((post) => keyOf(post) === key)]);
  await page.getByLabel("Sort by").selectOption("size");
  await expect.poll(() => titles(page)).toEqual(bySize);
  await expect(page).toHaveURL(/sort=size/);
  const creators = async () => cards(page).locator("div > span:first-child").allInnerTexts();
  await page.getByLabel("Sort by").selectOption("creator");
  await expect(page).toHaveURL(/sort=creator/);
  await expect
    .poll(async () => {
      const order = await creators();
      return order.length === 3 && order.join() === order.toSorted((a, b) => a.localeCompare(b)).join();
    })
    .toBe(true);
  await page.getByRole("searchbox", { name: "Filter saved posts" }).fill(names[1] ?? "");
  await expect.poll(() => titles(page)).toEqual([names[1]]);

  // Badges in lists, and nowhere else.
  await visit(page, `/posts?q=${encodeURIComponent(names[0] ?? "")}`);
  const card = cards(page).filter({
    has: page.locator(`a[href*="/${posts[0]?.user}/post/${posts[0]?.id}"]`),
  });
  await expect(card.locator("[data-saved]")).toHaveText("Saved");
  const badges = await cards(page).evaluateAll((all) =>
    all
      .filter((one) => one.querySelector("[data-saved]"))
      .map((one) => one.querySelector("a")?.getAttribute("href")),
  );
  for (const href of badges) expect(posts.some((post) => href?.includes(addressOf(post)))).toBe(true);
  // Of one creator only.
  await visit(page, `/${posts[2]?.service}/user/${posts[2]?.user}`);
  await page.getByRole("link", { name: "Saved only" }).click();
  await expect.poll(() => titles(page)).toEqual([names[2]]);
  await page.getByRole("button", { name: "All creators" }).click();
  await expect(cards(page)).toHaveCount(3);

  // Cold and offline; and several are deleted at once.
  await context.setOffline(true);
  await loadOffline(page, "/saved");
  await expect(cards(page)).toHaveCount(3);
  for (const image of await page.locator("main article img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: `Select ${names[0]}` }).check();
  await page.getByRole("button", { name: "Delete 1 post" }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect.poll(() => markOf(page, keyOf(posts[0] as Listed))).toBeUndefined();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => markOf(page, keyOf(posts[0] as Listed))).toBe("w");
  expectTrue(await stored(page), posts);
});

test("a creator's newest posts are saved up to a size; the storage page counts what they take, and lets it go", async ({
  page,
}) => {
  const [some] = await threePosts(page);
  const { service = "", user = "" } = some ?? {};
  const listed = (await (await page.request.get(`/api/v1/${service}/user/${user}/posts`)).json()) as Listed[];
  await withWorker(page, `/${service}/user/${user}`);
  await page.getByRole("main").getByRole("button", { name: "Save posts…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number of posts").selectOption("10");
  await dialog.getByLabel("Size limit").selectOption({ label: "25 MB" });
  const wanted = listed.slice(0, 10);
  await expect(dialog.getByText(`${wanted.length} posts fit.`)).toBeVisible();
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(`All ${wanted.length} posts are saved on this device.`)).toBeVisible();
  expectTrue(await stored(page), wanted, () => true);

  await page.keyboard.press("Escape");
  await visit(page, "/saved/storage");
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") })
    .first();
  await expect(row).toBeVisible();
  const sum = async () => {
    const all = await page
      .locator("[data-bytes]")
      .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("data-bytes"))));
    return all.reduce((total, one) => total + one, 0);
  };
  const usage = () =>
    page.evaluate(async () => {
      const { usageDetails } = (await navigator.storage.estimate()) as {
        usageDetails?: { indexedDB?: number };
      };
      return usageDetails?.indexedDB ?? 0;
    });
  const before = await sum();
  const used = await usage();
  test.info().annotations.push({ type: "storage", description: `table ${before}, IndexedDB ${used}` });
  expect(Math.abs(before - (await savedBytes(page))) / before).toBeLessThan(0.05);
  await expect(page.locator("[data-figure=used]")).toHaveText(/\d/);
  await expect(page.locator("[data-figure=quota]")).toHaveText(/\d/);
  await expect(page.getByText(/^(Protected|Not protected): /)).toBeVisible();
  await page.getByRole("button", { name: "Protect saved posts" }).click();
  await expect(page.getByText(/^(Protected: |The browser declined)/)).toBeVisible();
  await page.getByRole("button", { name: /^Delete all saved posts by / }).click();
  await expect(page.getByRole("table")).toHaveCount(0);
  const after = await stored(page);
  expect([after.saved.length, after.files.length, Object.keys(after.digests).length]).toEqual([0, 0, 0]);
});

/** Sums the actual size of saved posts: every part's bytes and the text as JSON. */
async function savedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("roost");
      request.onsuccess = () => resolve(request.result);
    });
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result as T[]);
      });
    const saved = new Set((await all<{ key: string }>("saved")).map(({ key }) => key));
    let bytes = 0;
    for (const { data } of await all<{ data: Blob }>("parts")) bytes += data.size;
    for (const { key, page: text } of await all<{ key: string; page: unknown }>("posts"))
      if (saved.has(key)) bytes += new Blob([JSON.stringify(text)]).size;
    for (const { key, comments } of await all<{ key: string; comments: unknown }>("comments"))
      if (saved.has(key)) bytes += new Blob([JSON.stringify(comments)]).size;
    db.close();
    return bytes;
  });
}

test("a saved video is played offline, and can be sought", async ({ page, context }) => {
  const isVideo = ({ path }: { path?: string }) => path?.endsWith(".mp4") === true;
  const post = (await somePosts(page, 600)).find((one) => filesOf(one).some(isVideo));
  if (post === undefined) throw new Error("The sample has no video.");
  const [{ path } = { path: "" }] = filesOf(post).filter(isVideo);
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post), ["Videos"]);
  expectTrue(await stored(page), [post], isVideo);
  await context.setOffline(true);
  await page.reload();
  const video = page.locator("video").first();
  await video.evaluate(async (media: HTMLVideoElement) => {
    media.muted = true;
    await media.play();
    media.currentTime = media.duration * 0.8;
  });
  await expect
    .poll(() =>
      video.evaluate(
        (media: HTMLVideoElement) =>
          media.currentTime / media.duration - 0.8 > 0 && media.readyState >= 3 && !media.error,
      ),
    )
    .toBe(true);
  const range = await page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { range: "bytes=5-9" } });
    const past = await fetch(address, { headers: { range: "bytes=999999999-" } });
    return [
      answer.status,
      (await answer.arrayBuffer()).byteLength,
      answer.headers.get("content-type"),
      past.status,
    ];
  }, `/data${path}`);
  expect(range).toEqual([206, 5, "video/mp4", 416]);
});

test("creators of saved posts who have new ones are named and counted on the app's icon, until they are looked at", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const badge = (count: number) => {
      sessionStorage.setItem("badge", String(count));
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge(0) });
  });
  const badge = () => page.evaluate(() => sessionStorage.getItem("badge"));
  const posts = (await threePosts(page)).slice(0, 2);
  await withWorker(page, "/contact");
  for (const post of posts) {
    await visit(page, addressOf(post));
    await savePost(page, keyOf(post));
    await page.keyboard.press("Escape");
  }
  const creators = posts.map(({ service, user }) => `${service}/${user}`);
  type Row = { key: string; profile: { name: string; post_count: number } };
  const ours = async () => (await rowsOf<Row>(page, "creators")).filter(({ key }) => creators.includes(key));
  await expect.poll(async () => (await ours()).length).toBe(2);
  // As if both had been looked at three posts ago.
  const rows = await ours();
  for (const row of rows) row.profile.post_count -= 3;
  await page.goto("/shares"); // asks for no profile
  await putRows(page, "creators", rows);
  await page.goto("/saved");
  await page.getByRole("button", { name: "2 new: creators with new posts" }).click();
  await expect.poll(badge).toBe("2");
  const dialog = page.getByRole("dialog", { name: "New from creators you saved" });
  await expect(dialog.getByText("3 new posts")).toHaveCount(2);
  expect(await violations(page, "news")).toEqual([]);
  const [first] = rows;
  await dialog.getByRole("link", { name: first?.profile.name ?? "", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${first?.key.replace("/", "/user/")}$`));
  await expect
    .poll(async () => (await ours()).find(({ key }) => key === first?.key)?.profile.post_count)
    .toBe((first?.profile.post_count ?? 0) + 3);
  await page.goBack();
  await page.getByRole("button", { name: "1 new: creators with new posts" }).click();
  await expect.poll(badge).toBe("1");
  await dialog.getByRole("button", { name: "Mark all as seen" }).click();
  await expect.poll(badge).toBe("0");
  await expect(page.getByRole("button", { name: / new: / })).toHaveCount(0);
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await expect.poll(badge).toBe("0");
  await expect(page.getByRole("button", { name: / new: / })).toHaveCount(0);
});

test("with 2,000 saved posts the library opens offline and holds a screenful of cards", async ({
  page,
  context,
}) => {
  const [post] = await threePosts(page);
  await withWorker(page, addressOf(post as Listed));
  await savePost(page, keyOf(post as Listed));
  await page.evaluate(manySavedPosts, 2_000);
  await context.setOffline(true);
  await loadOffline(page, "/saved");
  await expect(page.getByText(/^2,001 posts, /)).toBeVisible();
  await expect(page.locator("html[data-app] main article h2").first()).toHaveText(post?.title.trim() ?? "");
  expect(await cards(page).count()).toBeLessThan(200);
});

/** Keys of posts that the page has read from its database, in order. */
const readPosts = (page: Page) => page.evaluate(() => (window as { readPosts?: string[] }).readPosts ?? []);

test("the first posts are read ahead, without a request, and open without another look at the database", async ({
  page,
  context,
}) => {
  const [post] = (await threePosts(page)) as [Listed];
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post));
  await page.addInitScript(() => {
    const keys: string[] = [];
    Object.assign(window, { readPosts: keys });
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === "posts") keys.push(String(key));
      return get.call(this, key);
    };
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/saved");
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => readPosts(page)).toEqual([keyOf(post)]);
  expect(asked.filter((path) => path.startsWith(`/api/v1${addressOf(post)}`))).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);

  await context.setOffline(true);
  await page.locator(`main a[href="${addressOf(post)}"]`).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
  // Its neighbors are read ahead as well.
  expect((await readPosts(page)).filter((key) => key === keyOf(post))).toHaveLength(1);
  await expect(page.getByText(/You are offline. This copy is from/)).toBeVisible();
});
