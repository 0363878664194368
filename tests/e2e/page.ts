/** Helpers that the specs share: console faults, and posts of the running archive. */
import { expect, type Locator, type Page } from "playwright/test";

/** Collects what a visitor's console would show as an error; missing pictures of creators and comments are expected. */
export function watchConsole(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const hasNoComments = url.endsWith("/comments") && message.text().includes("404");
    const isExpected = hasNoComments || /\/(icons|banners)\//.test(url);
    if (message.type() === "error" && !isExpected) faults.push(`${message.text()} ${url}`);
  });
  return faults;
}

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Waits until the app is interactive: its router is mounted and its first screen is rendered or hydrated. */
export const interactive = (page: Page) => expect(page.locator("html[data-app]")).toHaveCount(1);

/** Goes there within the app, as a link does, once it is interactive: no new page is loaded. */
export async function follow(page: Page, address: string): Promise<void> {
  await interactive(page);
  await page.evaluate((to) => {
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number };
    // The router's own state, by which Back finds the place that was left.
    history.pushState({ __TSR_key: String(Math.random()), __TSR_index: index + 1 }, "", to);
  }, address);
}

/** Goes to another path within the app, and waits until its heading has the focus or has taken the last one's place. */
export async function visit(page: Page, address: string): Promise<void> {
  await interactive(page);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.querySelector("h1")?.setAttribute("data-before", "");
  });
  await follow(page, address);
  await page.waitForFunction(() => {
    const { activeElement, body } = document;
    // A dialog that was closed last may give the focus back to its button only now.
    const isMoved = activeElement !== body && activeElement?.matches("button") === false;
    return isMoved || document.querySelector("h1:not([data-before])") !== null;
  });
}

/** Opens a page rendered on the server. One whose render takes too long comes without its screen: then asks again. */
export async function openRendered(page: Page, address: string): Promise<void> {
  await expect(async () => {
    // Without its screen a page waits for its code, which a test may hold back.
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("meta[name=entry], script[type=module]").first(), address).toBeAttached();
    await expect(page.locator("meta[name=entry]"), address).toHaveCount(1, { timeout: 100 });
    await page.waitForLoadState("domcontentloaded");
    await expect(page.locator("#hydration-data"), address).toHaveCount(1);
  }).toPass();
}

/** Waits until the page has painted twice: what an event before has caused by then is done or never comes. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });

/** Waits until the parts of the app that every page loads last are there. */
export const deferredPartsLoaded = (page: Page) =>
  expect(page.locator("[role=status]:not(main *, [aria-label])").first()).toBeAttached();

/** Waits until the pictures in view are there, and the frame with them is painted. */
export async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, width } = image.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < innerHeight;
      })
      .every(({ complete }) => complete),
  );
  await painted(page);
}

/** Waits until the window no longer scrolls. @returns where it stands */
export async function scrollEnded(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    let [before, still] = [Number.NaN, 0];
    while (still < 3) {
      await new Promise(requestAnimationFrame);
      still = scrollY === before ? still + 1 : 0;
      before = scrollY;
    }
    return Math.round(before);
  });
}

export interface SomePost {
  id: string;
  user: string;
  service: string;
  title: string;
  attachments: unknown[];
  file: { path?: string };
}

/** The newest page of posts. */
export async function newestPosts(page: Page): Promise<SomePost[]> {
  // Also for pages under a name that only the browser resolves.
  const answer = await page.request.get(`${process.env["ROOST_URL"] ?? ""}/api/v1/posts`);
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { posts: SomePost[] }).posts;
}

export function addressOf(post: SomePost): string {
  return `/${post.service}/user/${encodeURIComponent(post.user)}/post/${encodeURIComponent(post.id)}`;
}

/** The first post that has pictures, and its address. */
export async function postWithImages(page: Page): Promise<SomePost> {
  const post = (await newestPosts(page)).find(
    (one) => one.file.path?.match(/\.(png|jpg|jpeg|webp|gif)$/) && one.attachments.length > 1,
  );
  if (post === undefined) throw new Error("The sample has no post with pictures on its first page.");
  return post;
}

declare global {
  var firstAt: number | undefined;
}

/** For a page not yet opened: notes when the first of these is there. On a slow machine a test looks much later. */
export async function noteFirst(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector(wanted) === null) return;
      globalThis.firstAt = performance.now();
      watch.disconnect();
    });
    watch.observe(document, { attributes: true, childList: true, subtree: true });
  }, selector);
}

/** Paths of what the page had asked for by then. */
export async function askedBeforeFirst(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime <= (globalThis.firstAt ?? 0))
      .map(({ name }) => new URL(name).pathname),
  );
}

/** Presses a button and waits for the words that are on it for a moment: looked for in each frame, as a test looks too rarely. */
export async function pressUntilItSays(page: Page, button: Locator, words: string): Promise<void> {
  const isSaid = page.waitForFunction(
    (wanted) => [...document.querySelectorAll("button")].some(({ textContent }) => textContent === wanted),
    words,
  );
  await Promise.all([isSaid, button.click()]);
}

/** A command in "…" of a post or creator. */
export async function pressMore(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("dialog", { name: "More actions" }).getByRole("button", { name }).click();
}
