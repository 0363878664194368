/** Saving survives what happens to browsers: killed in the middle, storage thrown away, bytes gone bad. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page } from "playwright/test";
import { addressOf, visit } from "../e2e/page.ts";
import { deleteRow, loadOffline, rowsOf, withWorker } from "./device.ts";
import { startFaultyServer } from "./faulty-server.ts";
import { test } from "./installed.ts";
import {
  expectTrue,
  filesOf,
  isImage,
  keyOf,
  markOf,
  postWithImages,
  savePost,
  somePosts,
  stored,
} from "./saved.ts";

/** Browsers of a test, closed with it however it ends. */
const opened: OwnBrowser[] = [];
test.afterEach(async () => {
  for (const browser of opened.splice(0)) await kill(browser);
});

interface OwnBrowser {
  process: ChildProcess;
  /** When nobody holds its streams any more. */
  ended: Promise<unknown>;
}

/** A browser of our own, with a profile that outlives it, and all its processes in one group. */
async function openBrowser(file: string, profile: string): Promise<OwnBrowser & { page: Page }> {
  const child = spawn(
    file,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const started = { process: child, ended: once(child, "close") };
  opened.push(started);
  let text = "";
  const address = await new Promise<string>((found, failed) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (url !== undefined) found(url);
    });
    child.once("exit", () => failed(new Error(`The browser ended:\n${text}`)));
  });
  const browser = await chromium.connectOverCDP(address, { timeout: 0 }); // the test has one
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The browser has no context.");
  return { ...started, page: context.pages()[0] ?? (await context.newPage()) };
}

/** All its processes, at once; the file may be a script, whose end alone ends no browser. */
async function kill({ process: child, ended }: OwnBrowser): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, "SIGKILL");
  await ended;
}

test("the browser is killed while 30 posts are being saved: the next start goes on, and everything is true", async ({
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), "roost-profile-"));
  const server = await startFaultyServer();
  const executable = launchOptions.executablePath ?? chromium.executablePath();
  let browser = await openBrowser(executable, profile);
  try {
    const withoutWorker = (address: string) => (address === "/sw.js" ? { status: 404 } : undefined); // pages save
    server.fault = withoutWorker;
    const { page } = browser;
    await page.goto(`${server.url}/posts?q=art`);
    await expect(page.locator("main article").first()).toBeVisible();
    const posts = await page.evaluate(async () => {
      const answer = await fetch("/api/v1/posts?q=art&with=tags");
      return ((await answer.json()) as { posts: Awaited<ReturnType<typeof somePosts>> }).posts;
    });
    expect(posts.length).toBeGreaterThanOrEqual(30);
    // Files of the first posts come; at the others it is caught in the middle, however late it is killed.
    const early = new Set(
      posts.slice(0, 10).flatMap((post) => filesOf(post).map(({ path }) => `/data${path}`)),
    );
    server.fault = (address) =>
      address.startsWith("/data/")
        ? { bytesPerSecond: early.has(address) ? 200_000 : 20 }
        : withoutWorker(address);
    await page.getByRole("button", { name: /^Save these/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    const whole = async (on: Page) => (await states(on)).filter((state) => state === "whole").length;
    const fetched = server.finished;
    await expect.poll(() => whole(page), { intervals: [100] }).toBeGreaterThanOrEqual(5);
    await kill(browser);
    const asked = server.asked.length;
    // The newest may have been stored a moment before the end, or not.
    const done = new Set(fetched.filter((address) => address.startsWith("/data/")).slice(0, -6));

    browser = await openBrowser(executable, profile);
    server.fault = withoutWorker;
    await browser.page.goto(`${server.url}/livez`); // without the app, which goes on at its start
    const before = await states(browser.page);
    expect(before.length).toBe(posts.length);
    const open = before.filter((state) => state !== "whole");
    expect(open.length).toBeGreaterThan(0);
    expect(open.every((state) => state === "saving")).toBe(true);
    await browser.page.goto(`${server.url}/`);
    await expect.poll(() => whole(browser.page)).toBe(posts.length);
    expectTrue(await stored(browser.page), posts);
    for (const post of posts) await expect.poll(() => markOf(browser.page, keyOf(post))).toBe("w");
    // What was whole was not fetched again.
    const again = server.asked.slice(asked).filter((address) => address.startsWith("/data/"));
    expect(again.filter((address) => done.has(address))).toEqual([]);
  } finally {
    await kill(browser); // before its profile goes
    await server.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** States of the saved posts, without reading a byte of their files. */
async function states(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("roost");
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    }).catch(() => undefined);
    if (db === undefined) return [];
    const rows = await new Promise<{ state: string }[]>((resolve) => {
      const asked = db.transaction("saved").objectStore("saved").getAll();
      asked.onsuccess = () => resolve(asked.result as { state: string }[]);
    });
    db.close();
    return rows.map(({ state }) => state);
  });
}

test("a stored file that went bad is found when its post is opened, and fetched again", async ({ page }) => {
  const post = await postWithImages(page, 3);
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post));
  const [{ path } = { path: "" }] = filesOf(post).filter(isImage);
  const hash = path.slice(7, 71);
  await page.evaluate(spoil, hash);
  expect((await stored(page)).digests[hash]).not.toBe(hash);
  await page.reload();
  await expect.poll(async () => (await stored(page)).digests[hash]).toBe(hash);
  await expect.poll(() => markOf(page, keyOf(post))).toBe("w");
  expectTrue(await stored(page), [post]);

  // The same by hand, of everything.
  await page.goto("/saved/storage");
  await page.evaluate(spoil, hash);
  await page.getByRole("button", { name: "Check saved files" }).click();
  await expect(page.getByText("1 post had damaged files. Downloading again.")).toBeVisible();
  await expect.poll(async () => (await stored(page)).digests[hash]).toBe(hash);
  await page.getByRole("button", { name: "Check saved files" }).click();
  await expect(page.getByText(/^\d+ files checked\. No problems found\.$/)).toBeVisible();
});

test("lost rows of a saved post's text are noticed and named, and restored", async ({ page, context }) => {
  const post = await postWithImages(page, 2);
  const key = keyOf(post);
  await withWorker(page, addressOf(post));
  const tables = ["posts", "comments", "creators"];
  const count = async () => {
    const found = [];
    for (const table of tables)
      found.push(...(await rowsOf<{ key: string; page?: object }>(page, table)).filter(isOfPost));
    return found.length;
  };
  const isOfPost = (row: { key: string; page?: object }) =>
    row.key === `${post.service}/${post.user}` || (row.key === key && !("item" in row && !row.page));
  const isSaved = async () =>
    (await rowsOf<{ key: string; state: string; textAt?: number }>(page, "saved")).some(
      (row) => row.key === key && row.state === "whole" && row.textAt !== undefined,
    );
  // The page keeps what it shows some time after it is shown: that must not bring back a deleted row.
  await expect.poll(count).toBe(2); // nobody has commented
  await savePost(page, key);
  await page.keyboard.press("Escape");
  await visit(page, "/saved/storage");
  const check = page.getByRole("button", { name: "Check saved files" });
  for (const table of tables) {
    await deleteRow(page, table, table === "creators" ? `${post.service}/${post.user}` : key);
    await check.click();
    await expect(page.getByText("1 post was missing text or comments. Downloading again.")).toBeVisible();
    await expect(
      page.getByRole("main").getByRole("listitem").filter({ hasText: post.title.trim() }),
    ).toBeVisible();
    await expect.poll(count).toBe(tables.length);
    await expect.poll(isSaved).toBe(true); // a check leaves out posts that are being saved
    await expect.poll(() => markOf(page, key)).toBe("w");
    await check.click();
    await expect(page.getByText(/^\d+ files checked\. No problems found\.$/)).toBeVisible();
  }
  expectTrue(await stored(page), [post]);

  // The same at a start.
  await deleteRow(page, "comments", key);
  await page.goto("/");
  const notice = page.getByRole("alert").filter({ hasText: post.title.trim() });
  await notice.getByRole("button", { name: "Restore" }).click();
  await expect.poll(count).toBe(tables.length);
  await context.setOffline(true);
  await loadOffline(page, addressOf(post));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title.trim());
});

/** In the page: one part's first byte is another. */
async function spoil(hash: string): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("roost");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const store = () => db.transaction("parts", "readwrite").objectStore("parts");
  const part = await new Promise<{ data: Blob }>((resolve) => {
    const asked = store().get([hash, 0]);
    asked.onsuccess = () => resolve(asked.result as { data: Blob });
  });
  const bytes = new Uint8Array(await part.data.arrayBuffer());
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await new Promise<void>((resolve) => {
    const put = store().put({ ...part, data: new Blob([bytes]) });
    put.onsuccess = () => resolve();
  });
  db.close();
}

test("posts that the browser deleted are named at the next start, and restored on request", async ({
  page,
  context,
}) => {
  const [first, second] = (await somePosts(page, 50)).filter(
    (post) => post.title.trim() !== "" && filesOf(post).some(isImage),
  );
  if (first === undefined || second === undefined) throw new Error("The sample has too few posts.");
  await withWorker(page, "/contact");
  for (const post of [first, second]) {
    await visit(page, addressOf(post));
    await savePost(page, keyOf(post));
    await page.keyboard.press("Escape");
  }
  const session = await context.newCDPSession(page);
  await page.goto("about:blank");
  const origin = new URL(process.env["ROOST_URL"] ?? "").origin;
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await page.goto("/");
  const notice = page.getByRole("alert").filter({ hasText: "Your browser removed 2 saved posts" });
  await expect(notice).toBeVisible();
  for (const { title } of [first, second]) await expect(notice.getByText(title.trim())).toBeVisible();
  for (const post of [first, second]) expect(await markOf(page, keyOf(post))).toBe("l");
  await notice.getByRole("button", { name: "Restore" }).click();
  for (const post of [first, second]) await expect.poll(() => markOf(page, keyOf(post))).toBe("w");
  expectTrue(await stored(page), [first, second]);
});
