/** Cached pages are evicted, saved posts never; takedowns reach them; two tabs share one database. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test as testWithoutWorker } from "playwright/test";
import { OFFLINE_DB, postKey } from "#shared/rules/offline-db.ts";
import { ROOST } from "#tests/support/roost.ts";
import { addressOf, newestPosts, type SomePost, visit } from "../e2e/page.ts";
import { keptPosts, loadOffline, putRows, rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";

interface Row {
  key: string;
  bytes: number;
  usedAt: number;
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

async function read(page: Page, post: SomePost): Promise<void> {
  await visit(page, addressOf(post));
  await expect(title(page)).toHaveText(post.title.trim());
  await keptPosts(page, [post]);
}

async function titledPosts(page: Page, count: number): Promise<SomePost[]> {
  const posts = (await newestPosts(page)).filter((post) => post.title.trim() !== "");
  expect(posts.length).toBeGreaterThanOrEqual(count);
  return posts.slice(0, count);
}

/** Makes a row as the downloader leaves it, without files. */
function savedRow(post: SomePost, more: object = {}) {
  return {
    key: postKey(post),
    creator: `${post.service}/${post.user}`,
    creatorName: "Somebody",
    title: post.title,
    savedAt: Date.now(),
    bytes: 1_000,
    files: [],
    state: "whole",
    ...more,
  };
}

test("beyond its cap the least recently used copies go, and every saved post still opens", async ({
  page,
  context,
}) => {
  const [saved, recentPost] = await titledPosts(page, 2);
  if (saved === undefined || recentPost === undefined) throw new Error("too few posts");
  await withWorker(page, "/contact");
  await read(page, saved);
  await read(page, recentPost);
  await putRows(page, "saved", [savedRow(saved)]);
  // The saved one was not looked at for a year; older and newer copies fill the device.
  const year = Date.now() - 365 * 24 * 3_600_000;
  const [row] = (await rowsOf<Row>(page, "posts")).filter(({ key }) => key === postKey(saved));
  await putRows(page, "posts", [{ ...row, usedAt: year }]);
  const fill = Array.from({ length: 70 }, (_, at) => ({
    key: `/api/v1/fill/${String(at).padStart(3, "0")}`,
    body: "x".repeat(1_000),
    bytes: 1_000_000,
    storedAt: year,
    usedAt: year + 1_000 + at,
  }));
  await putRows(page, "answers", fill);
  await visit(page, "/settings");
  await expect(page.getByText("70 MB used")).toBeVisible();
  await page.getByRole("radio", { name: "50 MB" }).check();
  await expect(page.getByText(/^4\d MB used$/)).toBeVisible();

  const left = (await rowsOf<Row>(page, "answers"))
    .map(({ key }) => key)
    .filter((key) => key.includes("/fill/"));
  expect(left.length).toBeLessThan(50);
  expect(left).toEqual(fill.slice(fill.length - left.length).map(({ key }) => key));
  await context.setOffline(true);
  for (const post of [saved, recentPost]) {
    await loadOffline(page, addressOf(post));
    await expect(title(page)).toHaveText(post.title.trim());
  }
  await visit(page, "/settings");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByText("0 MB used")).toBeVisible();
  await loadOffline(page, addressOf(saved));
  await expect(title(page)).toHaveText(saved.title.trim());
  await loadOffline(page, addressOf(recentPost));
  await expect(page.getByText("This page isn't available offline", { exact: false })).toBeVisible();
});

/** The command as an operator runs it, on the archive that the tests run against. */
async function takedown(...args: string[]): Promise<void> {
  const command = [ROOST, "takedown", ...args];
  const env = { ...process.env, ROOST_DATA: process.env["ROOST_E2E_DATA"] };
  await promisify(execFile)(process.execPath, command, { env });
}

test("a post that is taken down leaves the device at the next contact", async ({ page, context }) => {
  test.skip(process.env["ROOST_E2E_DATA"] === undefined, "needs the archive's own folder");
  const [other] = await titledPosts(page, 1);
  if (other === undefined) throw new Error("too few posts");
  // A post of its own: the device holds it, and the server does not any more.
  const post: SomePost = { ...other, id: `gone-${Date.now()}`, title: "Soon to be gone" };
  const key = postKey(post);
  const hashes = { own: "cd".repeat(32), shared: "ab".repeat(32) };
  const pictures = Object.values(hashes).map((hash) => `/thumbnail/data/aa/bb/${hash}.png?w=360`);
  await withWorker(page, "/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await expect.poll(async () => (await rowsOf(page, "lists")).length).toBeGreaterThan(0);
  await read(page, other);
  await page.goto("/livez"); // without the app, which would look after what is planted
  await plant(page, other, post, hashes);
  await page.evaluate(async (addresses) => {
    const cache = await caches.open("images-1");
    for (const address of addresses) await cache.put(address, new Response("picture"));
  }, pictures);

  await context.setOffline(true);
  await loadOffline(page, addressOf(post));
  await expect(title(page)).toHaveText(post.title);
  await takedown(post.service, post.user, post.id, "--reason", "a test");
  try {
    await context.setOffline(false);
    await keptPosts(page, [post], 0);
    await expect(page.getByRole("heading", { name: "404: Not Found" })).toBeVisible();
  } finally {
    await takedown("--undo", post.service, post.user, post.id);
  }
  let text = "";
  for (const table of ["posts", "revisions", "comments", "lists", "answers", "saved"])
    text += JSON.stringify(await rowsOf(page, table));
  expect(text).not.toContain("Soon to be gone");
  expect(JSON.stringify(await rowsOf(page, "lists"))).not.toContain(key);
  expect(JSON.stringify(await rowsOf(page, "lists"))).toContain(postKey(other));
  expect((await rowsOf<Row>(page, "gone")).map((row) => row.key)).toEqual([key]);
  const saved = await rowsOf<Row & { state: string }>(page, "saved");
  expect(saved.find((row) => row.key === key)).toMatchObject({ state: "gone", title: "", files: [] });
  expect(saved.find((row) => row.key === postKey(other))).toMatchObject({ state: "whole" });
  expect(await rowsOf(page, "files")).toMatchObject([{ hash: hashes.shared, posts: [postKey(other)] }]);
  expect(await rowsOf(page, "parts")).toMatchObject([{ hash: hashes.shared }]);
  const left = await page.evaluate(
    async (addresses) => Promise.all(addresses.map(async (one) => (await caches.match(one)) !== undefined)),
    pictures,
  );
  expect(left).toEqual([false, true]);
  await page.goto("/saved");
  await expect(page.getByText("No longer available").first()).toBeVisible();
});

test("home and the command palette do not name what is taken down, though the browser evicted the database", async ({
  page,
}) => {
  test.skip(process.env["ROOST_E2E_DATA"] === undefined, "needs the archive's own folder");
  const [other] = await titledPosts(page, 1);
  if (other === undefined) throw new Error("too few posts");
  const post: SomePost = { ...other, id: `gone-${Date.now()}`, title: "Read before it was taken down" };
  const entry = { href: addressOf(post), kind: "post", service: post.service, title: post.title };
  await withWorker(page, "/contact");
  await page.evaluate(
    ([reading, visits]) => {
      localStorage.setItem("device", "1");
      localStorage.setItem("reading", reading);
      localStorage.setItem("visits", visits);
    },
    [JSON.stringify({ ...entry, at: Date.now(), y: 300 }), JSON.stringify([entry])] as const,
  );
  await page.goto("/"); // the feed is followed some seconds after a start
  const card = page.getByRole("region", { name: "Continue" });
  await expect(card).toContainText(post.title);
  await takedown(post.service, post.user, post.id, "--reason", "a test");
  try {
    await page.reload();
    const kept = () => page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(kept).not.toContain(post.title);
    await expect(card).toBeHidden();
  } finally {
    await takedown("--undo", post.service, post.user, post.id);
  }
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await expect(page.getByText(post.title)).toHaveCount(0);
});

// Without the service worker, in a context of its own: a fake clock stays in its context.
testWithoutWorker(
  "a creator who is taken down leaves a page that stays open within ten seconds",
  async ({ page }) => {
    testWithoutWorker.skip(process.env["ROOST_E2E_DATA"] === undefined, "needs the archive's own folder");
    const [other] = await titledPosts(page, 1);
    if (other === undefined) throw new Error("too few posts");
    const creator = `gone-${Date.now()}`;
    const post: SomePost = { ...other, user: creator, title: "Of somebody who left" };
    await page.goto("/contact");
    await read(page, other);
    const table = async (name: string) => JSON.stringify(await rowsOf(page, name));
    await expect.poll(() => table("creators")).toContain(`"${other.service}/${other.user}"`);
    const [row] = await rowsOf<Row & { profile: object }>(page, "creators");
    const key = `${post.service}/${creator}`;
    await putRows(page, "creators", [{ ...row, key, profile: { ...row?.profile, id: creator } }]);
    const listed = {
      key: postKey(post),
      creator: key,
      item: post,
      storedAt: 1,
      usedAt: Date.now(),
      bytes: 9,
    };
    await putRows(page, "saved", [savedRow(post), savedRow(other)]);
    expect(await table("creators")).toContain(creator);

    await page.goto("about:blank"); // a request of the page before is not the one that is waited for
    await page.clock.install();
    const followed = page.waitForResponse(/\/v1\/removed\?/);
    await page.goto("/settings");
    await followed;
    await putRows(page, "posts", [listed]); // now: at its start a page writes and tidies its copies
    expect(await table("posts")).toContain(creator);
    await takedown(post.service, creator, "--reason", "a test");
    try {
      await page.clock.fastForward(10_000);
      await expect.poll(() => table("posts")).not.toContain(creator);
    } finally {
      await takedown("--undo", post.service, creator);
    }
    expect(await table("creators")).not.toContain(creator);
    expect(await table("creators")).toContain(other.user);
    const saved = await rowsOf<Row & { state: string }>(page, "saved");
    expect(saved.find((one) => one.key === postKey(post))).toMatchObject({ state: "gone", title: "" });
    expect(saved.find((one) => one.key === postKey(other))).toMatchObject({ state: "whole" });
  },
);

/** Puts a second post beside one that was visited: read, listed, saved, with a file of its own and a shared one. */
async function plant(
  page: Page,
  other: SomePost,
  post: SomePost,
  hashes: { own: string; shared: string },
): Promise<void> {
  const [key, otherKey] = [postKey(post), postKey(other)];
  const row = (await rowsOf<Row & { page: { post: object } }>(page, "posts")).find(
    (one) => one.key === otherKey,
  );
  if (row === undefined) throw new Error("It was not visited.");
  const { id, title: name } = post;
  await putRows(page, "posts", [
    { ...row, key, page: { ...row.page, post: { ...row.page.post, id, title: name } } },
  ]);
  await putRows(page, "comments", [
    { key, comments: [], storedAt: row.usedAt, usedAt: row.usedAt, bytes: 2 },
  ]);
  const lists = await rowsOf<Row & { of: string; ids: string[] }>(page, "lists");
  await putRows(
    page,
    "lists",
    lists.map((list) => (list.of === "posts" ? { ...list, ids: [key, ...list.ids] } : list)),
  );
  const file = (hash: string) => ({
    hash,
    path: `/aa/bb/${hash}.png`,
    name: "a.png",
    kind: "image",
    state: "whole",
  });
  await putRows(page, "saved", [
    savedRow(post, { files: [file(hashes.own), file(hashes.shared)] }),
    savedRow(other, { files: [file(hashes.shared)] }),
  ]);
  await putRows(page, "files", [stored(hashes.own, [key]), stored(hashes.shared, [key, otherKey])]);
  await putRows(
    page,
    "parts",
    Object.values(hashes).map((hash) => ({ hash, part: 0, data: "bytes" })),
  );
}

function stored(hash: string, posts: string[]) {
  return {
    hash,
    path: `/aa/bb/${hash}.png`,
    type: "image/png",
    bytes: 5,
    isWhole: 1,
    posts,
    storedAt: Date.now(),
  };
}

test("an old tab lets a newer version of the database open, says reload, and nothing is lost", async ({
  page,
  context,
}) => {
  const [post] = await titledPosts(page, 1);
  if (post === undefined) throw new Error("too few posts");
  await withWorker(page, "/contact");
  await read(page, post);
  const newer = await context.newPage();
  await newer.goto("/robots.txt");
  const opened = await newer.evaluate(async (name) => {
    let isBlocked = false;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, 1_000);
      opening.onupgradeneeded = () => opening.result.createObjectStore("later", { keyPath: "key" });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
      opening.onblocked = () => {
        isBlocked = true;
      };
    });
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction("posts").objectStore("posts").count();
      counting.onsuccess = () => resolve(counting.result);
    });
    db.close();
    return { isBlocked, count };
  }, OFFLINE_DB);
  expect(opened.isBlocked).toBe(false);
  expect(opened.count).toBeGreaterThan(0);
  await expect(page.getByText("A newer version is open in another tab.")).toBeVisible();
  // The old page works on, from the network.
  await page.getByRole("link", { name: "All posts", exact: true }).first().click();
  await expect(page.locator("main article").first()).toBeVisible();
  await newer.close();
});
