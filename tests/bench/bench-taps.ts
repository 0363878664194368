/**
 * From a press to the next frame that the browser paints (Event Timing), for what people press most on a phone, beside a
 * page with as many elements whose button opens a dialog. The processor is slowed four times.
 */
import { setTimeout } from "node:timers/promises";
import { type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { findBrowser } from "../support/browser.ts";
import { type Line, ms, percentile } from "./measure.ts";

const CPU_SLOWDOWN = 4;
const ROUNDS = 12;
const GOAL_MS = 200;
const TOUCH_MS = 80;
/** A page is at rest when the browser has been idle as often. */
const IDLE_TIMES = 3;
const VISITOR = JSON.stringify({ all: true, asked: true });

type Press = (what: string, press: () => Promise<void>) => Promise<void>;

/** @throws Error where the app is not built */
export async function benchTaps(origin: string): Promise<Line[]> {
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const times = new Map<string, number[]>();
    const control: number[] = [];
    const post = await postWithPictures(origin);
    for (let round = 0; round <= ROUNDS; round += 1) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        serviceWorkers: "block",
      });
      const page = await slowPage(context);
      const press: Press = async (what, act) => {
        const time = await paintedAfter(page, act);
        if (round > 0) times.set(what, [...(times.get(what) ?? []), time]); // the first round compiles
      };
      const elements = await presses(page, origin, post, press);
      const least = await onLeastPage(page, elements);
      if (round > 0) control.push(least);
      await context.close();
    }
    const limit = percentile(control, 0.95);
    return Array.from(times, ([what, found]) => {
      const time = percentile(found, 0.95);
      return {
        what: `tap: ${what}, p95 of ${found.length}, CPU ${CPU_SLOWDOWN}x slower`,
        ours: ms(time),
        limit: `${ms(limit)} a dialog on a plain page`,
        ratio: time / limit,
        goal: `<= ${GOAL_MS} ms`,
        met: time <= GOAL_MS,
      };
    });
  } finally {
    await browser.close();
  }
}

async function postWithPictures(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/posts`);
  const { posts } = (await answer.json()) as {
    posts: { service: string; user: string; id: string; file: { path?: string }; attachments: unknown[] }[];
  };
  const found = posts.find(
    ({ file, attachments }) => /\.(png|jpg|webp)$/.test(file.path ?? "") && attachments.length > 0,
  );
  if (found === undefined) throw new Error("The newest posts have no pictures.");
  return `/${found.service}/user/${encodeURIComponent(found.user)}/post/${encodeURIComponent(found.id)}`;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript((media) => localStorage.setItem("media", media), VISITOR);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** The most used actions. @returns number of elements of the post's page */
async function presses(page: Page, origin: string, post: string, press: Press): Promise<number> {
  const main = page.getByRole("main");
  const open = async (path: string, ready: Locator) => {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await page.locator("html[data-app]").waitFor({ state: "attached" });
    await ready.first().waitFor();
    // At rest, as most presses find a page: what it still loads is Lighthouse's subject.
    for (let times = 0; times < IDLE_TIMES; times += 1)
      await page.evaluate(
        () => new Promise((idle) => requestIdleCallback(() => window.setTimeout(idle, 100))),
      );
  };
  await open("/posts", main.locator("article"));
  await press("posts, a card", () => tap(main.locator("article a").first()));
  await open(post, main.locator("[data-image-path]"));
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await press("post, favorite", () => tap(page.getByRole("button", { name: /favorite/i }).first()));
  await press("post, its menu", () => tap(page.getByRole("button", { name: "More actions" }).first()));
  await page.getByRole("dialog").first().waitFor();
  await press("post, menu closed", () => page.keyboard.press("Escape"));
  const picture = page.getByRole("button", { name: /^View .* 1 of/ });
  await picture.scrollIntoViewIfNeeded();
  await press("post, the viewer", () => tap(picture));
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  await viewer.waitFor();
  await press("viewer, the next picture", () => swipe(page));
  await press("viewer, closed", () => page.keyboard.press("Escape"));
  await open("/posts?q=lantern", main.locator("article"));
  const box = page.getByRole("combobox", { name: "Search creators, posts, messages and tags" });
  await press("search, the box", () => tap(box));
  for (const letter of "lan") await press("search, a letter", () => page.keyboard.press(letter));
  await open("/saved", main);
  await press("library, the main menu", () =>
    tap(page.locator("button[aria-controls=sidebar]:visible").last()),
  );
  return elements;
}

/** Touches the middle of an element as long as a finger does. */
async function tap(target: Locator): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} is not shown.`);
  const point = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 100) };
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await setTimeout(TOUCH_MS);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

async function swipe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (x: number) => [{ x, y: 420 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(330) });
  for (let x = 300; x >= 60; x -= 40)
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** @returns milliseconds from the last press in `act` to the next frame; 16 or less counts as 16 */
async function paintedAfter(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0, observer: undefined as PerformanceObserver | undefined };
    seen.observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as PerformanceEventTiming).interactionId !== 0)
          seen.longest = Math.max(seen.longest, entry.duration);
    });
    seen.observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { seen });
  });
  await act();
  return await page.evaluate(async () => {
    // Entries come after the frame that they measure.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => window.setTimeout(done, 300));
    const { seen } = window as unknown as { seen: { longest: number; observer: PerformanceObserver } };
    seen.observer.disconnect();
    return Math.max(16, seen.longest);
  });
}

/** The same press on a page with as many elements and no framework. */
async function onLeastPage(page: Page, elements: number): Promise<number> {
  await page.goto("about:blank");
  await page.setContent(
    `<dialog>Opened</dialog><button onclick="document.querySelector('dialog').show()">Open</button>${"<p>Text</p>".repeat(elements)}`,
  );
  return await paintedAfter(page, () => tap(page.getByRole("button", { name: "Open" })));
}
