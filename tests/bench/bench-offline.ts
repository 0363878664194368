/** Opening a saved post offline, beside the same post from the server; Chromium's processor slowed four times. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { findBrowser } from "../support/browser.ts";
import { benchLibrary } from "./bench-library.ts";
import { type Line, ms, percentile } from "./measure.ts";

const SLOWER = 4;
const POSTS = 8;
const ROUNDS = 2;
/** Milliseconds. */
const GOALS = { "in the app": 125, "cold start": 650 };
const VISITOR = JSON.stringify({ all: true, asked: true });

interface Listed {
  service: string;
  user: string;
  id: string;
  title: string;
}

/** @throws Error where the app is not built */
export async function benchOffline(origin: string): Promise<Line[]> {
  const page = await fetch(`${origin}/saved`);
  if (!page.ok || !(await page.text()).includes('id="root"'))
    throw new Error("Build the app first: npm run build");
  const { posts } = (await (await fetch(`${origin}/api/v1/posts`)).json()) as { posts: Listed[] };
  const some = posts.filter(({ title }) => title.trim() !== "").slice(0, POSTS);
  const { file } = await findBrowser(console.log);
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const saved = await openSaved(browser, origin);
    const online = await openOnline(browser, origin);
    return [
      ...linesOf(
        "in the app",
        await times(saved, origin, some, inApp),
        await times(online, origin, some, inApp),
      ),
      ...linesOf(
        "cold start",
        await times(saved, origin, some, cold),
        await times(online, origin, some, cold),
      ),
      ...(await benchLibrary(saved, origin)),
    ];
  } finally {
    await browser.close();
  }
}

function linesOf(name: keyof typeof GOALS, ours: number[], online: number[]): Line[] {
  return [0.5, 0.95].map((share) => {
    const [own, other] = [percentile(ours, share), percentile(online, share)];
    return {
      what: `offline: saved post, ${name}, p${share * 100}, CPU ${SLOWER}x slower`,
      ours: ms(own),
      limit: `${ms(other)} online, no worker`,
      ratio: own / other,
      goal: share === 0.95 ? `<= ${GOALS[name]} ms` : "",
      met: share === 0.95 ? own <= GOALS[name] : undefined,
    };
  });
}

/** A visitor who saved the newest page of posts and then went offline. */
async function openSaved(browser: Browser, origin: string): Promise<Page> {
  const context = await visitor(browser, origin, "allow");
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${origin}/posts`);
  await page.getByRole("button", { name: /^Save these/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction(
    () =>
      /^[wp]/.test(localStorage.getItem("saved") ?? "") && !/^s\t/m.test(localStorage.getItem("saved") ?? ""),
    undefined,
    { timeout: 120_000 },
  );
  await context.setOffline(true);
  await slow(context, page);
  return page;
}

/** A visitor without saved posts: each comes from the server. */
async function openOnline(browser: Browser, origin: string): Promise<Page> {
  const context = await visitor(browser, origin, "block");
  const page = await context.newPage();
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await page.goto(`${origin}/posts`);
  await slow(context, page);
  return page;
}

async function visitor(
  browser: Browser,
  origin: string,
  workers: "allow" | "block",
): Promise<BrowserContext> {
  const localStorage = [{ name: "media", value: VISITOR }];
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: workers,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

async function slow(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

async function times(
  page: Page,
  origin: string,
  posts: readonly Listed[],
  open: (page: Page, origin: string, address: string, title: string) => Promise<number>,
): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { service, user, id, title } of posts) {
      const address = `/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`;
      const time = await open(page, origin, address, title.trim());
      if (round > 0) found.push(time);
    }
  return found;
}

/** From the press on its card in the list of all posts to the frame with its title and text. */
async function inApp(page: Page, origin: string, address: string, title: string): Promise<number> {
  await page.goto(`${origin}/posts`);
  await page.locator(`main article a[href^="${address}"]`).first().waitFor({ state: "attached" });
  await page.waitForTimeout(300); // what the list still does is not what is measured
  return untilTitle(page, title, `main article a[href^="${address}"]`);
}

/** From the beginning of the navigation. */
async function cold(page: Page, origin: string, address: string, title: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`${origin}${address}`, { waitUntil: "commit" });
  return untilTitle(page, title);
}

/**
 * Milliseconds until the frame with this title, from a press on the link or else from the page's own beginning.
 * No function in it has a name: tsx would wrap that in a helper that the page has not.
 */
function untilTitle(page: Page, title: string, link?: string): Promise<number> {
  return page.evaluate(
    async ([words, pressed]) => {
      const begun = pressed === undefined ? 0 : performance.now();
      if (pressed !== undefined) document.querySelector<HTMLElement>(pressed)?.click();
      while (document.querySelector("h1")?.textContent !== words)
        await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - begun;
    },
    [title, link] as const,
  );
}
